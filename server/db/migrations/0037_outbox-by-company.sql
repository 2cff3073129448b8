DROP INDEX "outbox_waiting";--> statement-breakpoint
CREATE INDEX "outbox_given_up" ON "outbox_event" USING btree ("company_id","id") WHERE handled_at is null and failed_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox_event" USING btree ("company_id","id") WHERE handled_at is null and failed_at is null;