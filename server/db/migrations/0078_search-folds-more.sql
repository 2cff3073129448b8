-- contract/rules/fold.ts in SQL (server/db/foldText.ts). Older servers that still run call the former function.
CREATE FUNCTION "fold_text_2"("t" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(t) = char_length(t) THEN RETURN lower(t); END IF; -- ASCII
  t := translate(t, '´″', '''"');
  t := lower(regexp_replace(normalize(t, NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g'));
  IF t ~ '[٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹ىیےةھہەۃٱکڪךםןףץςіґавсеєнħкмрıłđðоøтŧх×у׳’‘‚‛′ʼʹʾʿ‹›״“”„‟«»־‐‒–—―−⁃⁄∕٫،٬]' THEN
    t := translate(t, '٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹ىیےةھہەۃٱکڪךםןףץςіґавсеєнħкмрıłđðоøтŧх×у׳’‘‚‛′ʼʹʾʿ‹›״“”„‟«»־‐‒–—―−⁃⁄∕٫،٬', '00112233445566778899يييهههههاككכמנפצσигabceehhkmpilddoottxxy''''''''''''''''''''''''"""""""--------//.,,');
  END IF;
  RETURN t;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "fold_text"("t" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN fold_text_2(t);
END
$$;--> statement-breakpoint
ALTER TABLE "equipment" drop column "folded";--> statement-breakpoint
ALTER TABLE "location" drop column "folded";--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "folded" text GENERATED ALWAYS AS (left(fold_text_2(left(coalesce("equipment"."name", '') || ' ' || coalesce("equipment"."equipment_id", '') || ' ' || coalesce("equipment"."serial_number", '') || ' ' || coalesce("equipment"."manufacturer", '') || ' ' || coalesce("equipment"."model", '') || ' ' || coalesce("equipment"."gtin", '') || ' ' || coalesce("equipment"."lot", '') || ' ' || facts_text("equipment"."details"), 1000)), 1200)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "folded" text GENERATED ALWAYS AS (left(fold_text_2(left(coalesce("location"."name", '') || ' ' || coalesce("location"."code", ''), 1000)), 1200)) STORED NOT NULL;