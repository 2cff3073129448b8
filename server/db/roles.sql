-- The roles of Plantroom, made once by whoever may create roles (a DBA, or the owner itself where it may).
-- plantroom_tenant: every request of a company runs as it; row-level security shows it that company and nothing else.
-- plantroom_system: the few errands that cross companies (signing in, the outbox's worker, the seed); policies of its own.
-- plantroom_search: owns the views that search reads through, so that an index answers it; nobody acts as it. Without it
-- search reads every row of a company. Only plantroom_system, which inherits nothing, is its member: no account sees by it.
-- None can sign in, create anything or pass row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'plantroom_tenant') then
    create role plantroom_tenant nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'plantroom_system') then
    create role plantroom_system nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'plantroom_search') then
    create role plantroom_search nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
  if not pg_has_role('plantroom_system', 'plantroom_search', 'MEMBER') then
    grant plantroom_search to plantroom_system;
  end if;
end
$$;
-- Then, for the role that DATABASE_URL names (here: plantroom_owner):
--   grant plantroom_tenant, plantroom_system to plantroom_owner;
