DROP INDEX "equipment_name";--> statement-breakpoint
DROP INDEX "location_name";