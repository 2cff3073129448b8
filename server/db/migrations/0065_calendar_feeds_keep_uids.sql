ALTER TABLE "calendar_feed" ADD COLUMN "former_uids_until" timestamp with time zone DEFAULT now();--> statement-breakpoint
-- Only addresses from before this upgrade have published the former UIDs.
ALTER TABLE "calendar_feed" ALTER COLUMN "former_uids_until" DROP DEFAULT;
