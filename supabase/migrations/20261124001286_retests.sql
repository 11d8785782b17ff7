-- Retests: an accepted tester tries whether a build fixes what a report describes. The author may
-- retest the own report, and others a known issue. The tally counts who tried the report's current
-- `fixed_release_id`; another build starts a new one.
--
-- Scale: a change of a retest scans the campaign's applications once, like a confirmed known issue.

create function private.retest_tally(report public.feedback) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('fixed', count(*) filter (where r ->> 'mark' = 'fixed'),
    'still_there', count(*) filter (where r ->> 'mark' = 'still_there'), 'unclear', count(*) filter (where r ->> 'mark' = 'unclear'))
  from (select a.retests -> report.id::text as r from public.applications a
    where a.campaign_id = report.campaign_id and a.retests ? report.id::text and not a._deleted) x
  where (r ->> 'release_id')::uuid = report.fixed_release_id
$$;

create function private.retest_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest constant text := private.iso_time(now());
  clamped jsonb;
begin
  if new.retests = old.retests or not private.is_retests(new.retests) then return new; end if;
  if old.accepted_at is null or new.status not in ('accepted', 'completed') then
    perform private.reject('not_accepted', 'Only accepted testers retest.');
  elsif exists (
    select 1 from jsonb_each(new.retests) r
    where r.value is distinct from old.retests -> r.key and not exists (
      select 1 from public.feedback f
      where f.id = r.key::uuid and f.campaign_id = new.campaign_id and f.status = 'approved' and not f._deleted
        and (f.known or f.tester_id = new.tester_id))) then
    perform private.reject('forbidden', 'Retests are for own approved reports and known issues.');
  elsif exists (
    select 1 from jsonb_each(new.retests) r
    where r.value is distinct from old.retests -> r.key and not exists (
      select 1 from private.release_grants g where g.release_id = (r.value ->> 'release_id')::uuid and g.campaign_id = new.campaign_id)) then
    perform private.reject('forbidden', 'This build does not belong to this campaign.');
  end if;
  perform private.instant_of(r.value ->> 'at') from jsonb_each(new.retests) r where r.value is distinct from old.retests -> r.key;
  select coalesce(jsonb_object_agg(r.key, case when r.value ->> 'at' > latest then r.value || jsonb_build_object('at', latest) else r.value end), '{}')
  into clamped from jsonb_each(new.retests) r;
  if clamped <> new.retests then
    new.retests := clamped;
    -- The value differs from the sent one, so the device must not treat this row as its own write.
    new.sync_client := '';
  end if;
  return new;
end
$$;
create trigger t60_retests before update of retests on public.applications for each row
  when (current_setting('betaflock.actor', true) is distinct from 'seed') execute function private.retest_rules();

create function private.on_retests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The tally and the brief's list read what others have just written.
  perform private.lock_in_order(array[new.campaign_id], '{}');
  update public.feedback f set retests = private.retest_tally(f)
  where f.id in (select coalesce(n.key, o.key)::uuid from jsonb_each(new.retests) n full join jsonb_each(old.retests) o on o.key = n.key
    where n.value is distinct from o.value);
  delete from private.reminders r where r.person_id = new.tester_id and r.kind = 'reminder_retest'
    and new.retests -> r.subject_id::text is distinct from old.retests -> r.subject_id::text;
  perform private.drop_reminder_mails(new.tester_id, new.campaign_id);
  return null;
end
$$;
create trigger on_retests after update of retests on public.applications for each row
  when (new.retests <> old.retests) execute function private.on_retests();

create function private.set_retest_tally() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.retests := private.retest_tally(new);
  return new;
end
$$;
create trigger t60_retests before update of fixed_release_id on public.feedback for each row
  when (new.fixed_release_id is distinct from old.fixed_release_id) execute function private.set_retest_tally();
