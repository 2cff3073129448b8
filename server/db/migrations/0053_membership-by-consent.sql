DROP INDEX "person_email";--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "home_company_id" integer;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "own_proof_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_home_company_id_company_id_fk" FOREIGN KEY ("home_company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Carries memberships over (decision 56). The owner of the tables reads them without policies here.
ALTER TABLE "person" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "session" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "security_event" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_feed" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- An address that nobody proved and that no company lists signs nobody in.
DELETE FROM "person" p WHERE p."email_proven_at" IS NULL
  AND NOT EXISTS (SELECT FROM "app_user" m WHERE m."person_id" = p."id");--> statement-breakpoint
-- Accepted: the only membership of a person who came, and each that they entered by their own proof.
UPDATE "app_user" m SET "accepted_at" = coalesce(m."last_sign_in_at", m."created_at")
FROM "person" p WHERE p."id" = m."person_id" AND p."email_proven_at" IS NOT NULL AND (
  NOT EXISTS (SELECT FROM "app_user" o WHERE o."person_id" = p."id"
    AND (o."company_id", o."id") <> (m."company_id", m."id"))
  OR EXISTS (SELECT FROM "session" s WHERE s."company_id" = m."company_id"
    AND s."user_id" = m."id" AND s."person_id" = p."id" AND s."idp" IS NULL)
  OR EXISTS (SELECT FROM "security_event" e WHERE e."company_id" = m."company_id"
    AND e."user_id" = m."id" AND e."kind" = 'signedIn' AND e."detail"->>'way' = 'own'));--> statement-breakpoint
-- No record of any sign-in is left: the company without a provider that they entered last, which only
-- their own proof opens.
UPDATE "app_user" m SET "accepted_at" = m."last_sign_in_at"
FROM "person" p, "company" c WHERE p."id" = m."person_id" AND c."id" = m."company_id"
  AND p."email_proven_at" IS NOT NULL AND m."last_sign_in_at" IS NOT NULL AND c."idp" IS NULL
  AND NOT EXISTS (SELECT FROM "app_user" o WHERE o."person_id" = p."id"
    AND (o."accepted_at" IS NOT NULL OR EXISTS (SELECT FROM "security_event" e
      WHERE e."company_id" = o."company_id" AND e."user_id" = o."id" AND e."kind" = 'signedIn')))
  AND NOT EXISTS (SELECT FROM "app_user" o JOIN "company" oc ON oc."id" = o."company_id"
    WHERE o."person_id" = p."id" AND oc."idp" IS NULL
    AND (o."last_sign_in_at", o."company_id") > (m."last_sign_in_at", m."company_id"));--> statement-breakpoint
-- An unproved account belongs to the first company that lists it; what a provider opened is accepted.
UPDATE "person" p SET "home_company_id" = (SELECT min(m."company_id") FROM "app_user" m
  WHERE m."person_id" = p."id") WHERE p."email_proven_at" IS NULL;--> statement-breakpoint
UPDATE "app_user" m SET "accepted_at" = m."last_sign_in_at" FROM "person" p
WHERE p."id" = m."person_id" AND p."home_company_id" = m."company_id";--> statement-breakpoint
-- Every other membership becomes an invitation, on an account of its company's own. What is assigned
-- to it stays assigned.
DO $$ DECLARE m record; made integer; BEGIN
  FOR m IN SELECT u."company_id", u."id", u."created_at", p."id" AS "person_id", p."email"
    FROM "app_user" u JOIN "person" p ON p."id" = u."person_id"
    WHERE u."accepted_at" IS NULL AND p."home_company_id" IS DISTINCT FROM u."company_id"
  LOOP
    INSERT INTO "person" ("email", "created_at", "home_company_id")
      VALUES (m."email", m."created_at", m."company_id") RETURNING "id" INTO made;
    UPDATE "app_user" SET "person_id" = made
      WHERE "company_id" = m."company_id" AND "id" = m."id";
    DELETE FROM "session" WHERE "company_id" = m."company_id" AND "user_id" = m."id";
    DELETE FROM "calendar_feed" WHERE "company_id" = m."company_id" AND "user_id" = m."id";
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "person" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "session" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "security_event" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_feed" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "person_of_company" ON "person" USING btree ("home_company_id",lower("email")) WHERE email_proven_at is null;--> statement-breakpoint
CREATE INDEX "person_address" ON "person" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree (lower("email")) WHERE email_proven_at is not null;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_vouched" CHECK ((email_proven_at is null) = (home_company_id is not null));