-- The values of free facts, side by side: a generated column takes no subquery, but a function.
CREATE FUNCTION "facts_text"("details" jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(fact ->> 'value', ' ' ORDER BY place), '')
  FROM jsonb_array_elements("details") WITH ORDINALITY AS facts (fact, place)
$$;--> statement-breakpoint
ALTER TABLE "equipment" ALTER COLUMN "search" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "equipment" drop column "search";--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(left(coalesce("equipment"."name", '') || ' ' || coalesce("equipment"."equipment_id", '') || ' ' || facts_text("equipment"."details"), 1000))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ALTER COLUMN "search" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "location" drop column "search";--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(left(coalesce("location"."name", '') || ' ' || coalesce("location"."code", ''), 1000))) STORED NOT NULL;