CREATE TABLE "summed_cell" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "summed_cell_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"span_id" integer NOT NULL,
	"cut" text NOT NULL,
	"procedure_id" integer,
	"equipment_id" integer,
	"location_id" integer,
	"counted" integer NOT NULL,
	"done" integer NOT NULL,
	"done_late" integer NOT NULL,
	"not_done" integer NOT NULL,
	"unscored" integer NOT NULL,
	"hundredths" bigint NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "summed_cell_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "summed_mark" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "summed_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "summed_mark_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "summed_span" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "summed_span_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"zone" text NOT NULL,
	CONSTRAINT "summed_span_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "summed_cell" ADD CONSTRAINT "summed_cell_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summed_mark" ADD CONSTRAINT "summed_mark_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summed_span" ADD CONSTRAINT "summed_span_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "summed_cell_of" ON "summed_cell" USING btree ("company_id","span_id","cut","procedure_id");--> statement-breakpoint
CREATE INDEX "summed_mark_day" ON "summed_mark" USING btree ("company_id","source","day");--> statement-breakpoint
CREATE UNIQUE INDEX "summed_span_once" ON "summed_span" USING btree ("company_id","source","kind","from_day");