-- IMDF's nonpublic units (plant rooms and the like) are rooms. Imports stored them as closed spaces, in which nothing can be located. Positions of the past stay as they are.
ALTER TABLE "room" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "floor_version" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "venue_import" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "room" SET "kind" = 'room' WHERE "kind" = 'closed' AND "category" = 'nonpublic';--> statement-breakpoint
-- Versions too: going back to one must not close the rooms again.
UPDATE "floor_version" SET "plan" = jsonb_set("plan", '{rooms}', (
	SELECT jsonb_agg(CASE WHEN "one" @> '{"kind": "closed", "category": "nonpublic"}' THEN "one" || '{"kind": "room"}' ELSE "one" END ORDER BY "place")
	FROM jsonb_array_elements("plan" -> 'rooms') WITH ORDINALITY AS "rooms"("one", "place")
)) WHERE "plan" -> 'rooms' @> '[{"kind": "closed", "category": "nonpublic"}]';--> statement-breakpoint
-- And files that were read and are not taken over yet.
UPDATE "venue_import" SET "plan" = jsonb_set("plan", '{buildings}', (
	SELECT jsonb_agg(jsonb_set("building", '{floors}', coalesce((
		SELECT jsonb_agg(jsonb_set("floor", '{rooms}', coalesce((
			SELECT jsonb_agg(CASE WHEN "one" @> '{"kind": "closed", "category": "nonpublic"}' THEN "one" || '{"kind": "room"}' ELSE "one" END ORDER BY "place")
			FROM jsonb_array_elements("floor" -> 'rooms') WITH ORDINALITY AS "rooms"("one", "place")
		), '[]')) ORDER BY "level")
		FROM jsonb_array_elements("building" -> 'floors') WITH ORDINALITY AS "floors"("floor", "level")
	), '[]')) ORDER BY "house")
	FROM jsonb_array_elements("plan" -> 'buildings') WITH ORDINALITY AS "buildings"("building", "house")
)) WHERE "plan" -> 'buildings' @> '[{"floors": [{"rooms": [{"kind": "closed", "category": "nonpublic"}]}]}]';--> statement-breakpoint
ALTER TABLE "room" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "floor_version" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "venue_import" FORCE ROW LEVEL SECURITY;