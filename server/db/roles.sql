-- The two roles of Plantroom, made once by whoever may create roles (a DBA, or the owner itself where it may).
-- plantroom_tenant: every request of a company runs as it; row-level security shows it that company and nothing else.
-- plantroom_system: the few errands that cross companies (signing in, the outbox's worker, the seed); policies of its own.
-- Neither can sign in, create anything or pass row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'plantroom_tenant') then
    create role plantroom_tenant nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'plantroom_system') then
    create role plantroom_system nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
  end if;
end
$$;
-- Then, for the role that DATABASE_URL names (here: plantroom_owner):
--   grant plantroom_tenant, plantroom_system to plantroom_owner;
