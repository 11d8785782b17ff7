-- Restricts every text column to one line unless it is listed here as multi-line, so that new
-- columns are checked by default. A line break in a name could forge a line of an e-mail, a log or
-- a spreadsheet.

do $$
declare
  -- Columns with a multi-line field, and columns that only the server writes.
  several_lines constant text[] := array[
    'public.profiles.status_reason', 'public.profiles.bio', 'public.organizations.about', 'public.apps.description', 'public.apps.changelog',
    'public.releases.notes', 'public.campaigns.description', 'public.campaigns.requirements', 'public.campaigns.agreement',
    'public.briefs.instructions', 'public.applications.message', 'public.applications.reason', 'public.feedback.details',
    'public.feedback.steps', 'public.feedback.reason', 'public.comments.body', 'public.payouts.reason', 'public.flags.reason',
    'public.flags.resolution', 'public.contact_messages.message',
    'private.tester_groups.note', 'private.tester_group_members.note'];
  checked record;
begin
  for checked in
    select n.nspname || '.' || c.relname as place, c.relname || '_lines' as name,
      string_agg(format('private.is_line(%I)', a.attname), ' and ' order by a.attnum) as rule
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
    where c.relkind = 'r' and (n.nspname = 'public' and c.relname not in ('state_transitions', 'sync_rejections') or n.nspname = 'private' and c.relname in ('tester_groups', 'tester_group_members', 'api_tokens', 'test_devices'))
      and n.nspname || '.' || c.relname || '.' || a.attname <> all (several_lines)
      -- A list of values or a pattern already excludes line breaks.
      and not exists (
        select 1 from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_catalog.pg_get_constraintdef(k.oid) ~ '= ANY \(|is_email|is_object_path|~ ''\^')
    group by n.nspname, c.relname
  loop
    execute format('alter table %s add constraint %I check (%s)', checked.place, checked.name, checked.rule);
  end loop;
end
$$;
