-- Removes exactly the rows marked as sample data. Replicated rows become tombstones, because
-- devices hold them; people's own rows stay, also those of a sample campaign. Returns the files'
-- names: only the storage service may delete bytes.
create function public.clean_sample_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  n bigint;
  removed jsonb := '{}';
  objects jsonb;
begin
  perform private.check_session();
  perform private.reject_if(not private.is_admin(), 'forbidden', 'Only admins clean test data.');
  select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name)), '[]') into objects
  from storage.objects o
  join public.profiles p on p.id::text = split_part(o.name, '/', 1)
  where p.is_sample and p.id is distinct from auth.uid()
    and o.bucket_id in ('attachments', 'avatars', 'app-content', 'releases', 'files');
  perform private.lock_in_order(array(select c.id from public.campaigns c where c.is_sample and not c._deleted),
    array(select distinct r.tester_id from public.rewards r where r.is_sample and not r._deleted));
  -- Rows that reference a campaign keep its tombstone from being purged.
  delete from private.tester_invitations i using public.campaigns c where c.id = i.campaign_id and c.is_sample;
  delete from private.campaign_links l using public.campaigns c where c.id = l.campaign_id and c.is_sample;
  update public.briefs b set _deleted = true from public.campaigns c where c.id = b.id and c.is_sample and not b._deleted;
  foreach name in array array['comments', 'notifications', 'activity', 'flags', 'files', 'rewards', 'payouts', 'feedback', 'applications',
    'campaigns', 'releases', 'apps'] loop
    execute format('update public.%I set _deleted = true where is_sample and not _deleted', name);
    get diagnostics n = row_count;
    removed := removed || jsonb_build_object(name, n);
  end loop;
  -- The calling admin keeps their own login.
  delete from auth.users u using public.profiles p where p.id = u.id and p.is_sample and p.id is distinct from auth.uid();
  update public.profiles p set _deleted = true where p.is_sample and not p._deleted and p.id is distinct from auth.uid();
  select count(*) into n from public.profiles p where p.is_sample and p._deleted;
  removed := removed || jsonb_build_object('profiles', n);
  -- Sample members were removed with their profiles. An organization without other members keeps an
  -- invisible row, because rewards in the ledger reference it; only its log is deleted.
  delete from private.organization_activity a using public.organizations o
  where o.id = a.org_id and o.is_sample and not exists (select 1 from public.organization_members m where m.org_id = o.id);
  perform private.forget_sample_days();
  perform private.log_activity(auth.uid(), 'sample_data_cleaned', 'sample', null, removed);
  return jsonb_build_object('removed', removed, 'objects', objects);
end
$$;
comment on function public.clean_sample_data() is
'Removes exactly the rows marked is_sample (tombstones; logins of sample people are deleted, except
the caller''s own). Admins only. Out: {removed: {collection: count}, objects: [{bucket, name}]}: the
files that the caller deletes through the storage service. Errors: forbidden.';
