ALTER TABLE "stock_movement" ADD COLUMN "client_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movement_client_key" ON "stock_movement" USING btree ("company_id","client_key");