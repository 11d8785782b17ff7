-- Attachments of reports and photos of results: read access, total size, arrival.

-- The photos in a tester's results and retests.
create function private.photos_of(application public.applications) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_path_query_array(application.results, '$.*.photos[*]') || jsonb_path_query_array(application.retests, '$.*.photos[*]')
$$;

create function private.without_photos(results jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(r.key, r.value - 'photos'), '{}') from jsonb_each(results) r
$$;

-- True when this object is part of a report or of results that one of the caller's organizations
-- received.
create function private.received_attachment(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_uuid(split_part(name, '/', 1)) and exists (
    select 1 from public.feedback f
    where f.tester_id = case when private.is_uuid(split_part(name, '/', 1)) then split_part(name, '/', 1)::uuid end
      and f.org_id in (select private.my_organizations('view')) and f.status <> 'draft'
      and f.attachments @> jsonb_build_array(jsonb_build_object('sha256', split_part(name, '/', 2)))
    union all
    select 1 from public.applications a
    where a.tester_id = case when private.is_uuid(split_part(name, '/', 1)) then split_part(name, '/', 1)::uuid end
      and a.org_id in (select private.my_organizations('view'))
      and private.photos_of(a) @> jsonb_build_array(jsonb_build_object('sha256', split_part(name, '/', 2))))
$$;

create policy betaflock_attachments_received on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.received_attachment(name));

create function private.check_report_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.current_actor() = 'seed' or (tg_op = 'UPDATE' and old.attachments is not distinct from new.attachments) then return new; end if;
  -- The column's check rejects invalid lists.
  if private.is_attachments(new.attachments) then
    if (select sum((a ->> 'size')::bigint) from jsonb_array_elements(new.attachments) a) > 262144000 then
      perform private.reject('too_large', 'The files of one report can take up 250 MB in total.');
    end if;
  end if;
  return new;
end
$$;
create trigger t60_attachment_bytes before insert or update of attachments on public.feedback for each row execute function private.check_report_bytes();

create function public.attachment_arrived(row_id uuid, attachment_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  tester uuid;
  files jsonb;
  attachment jsonb;
  stored jsonb;
begin
  perform private.check_session();
  select f.tester_id, f.attachments into tester, files from public.feedback f where f.id = row_id;
  if not found then
    select a.tester_id, private.photos_of(a) into tester, files from public.applications a where a.id = row_id;
  end if;
  perform private.reject_if(tester is null, 'missing_parent', 'This report or application is not known yet.');
  perform private.reject_if(tester is distinct from auth.uid(), 'forbidden', 'Another person''s report or application.');
  perform private.reject_if(private.my_status() = 'suspended',
    'suspended', 'This account is suspended: it can read but not write.');
  select value into attachment from jsonb_array_elements(files) where value ->> 'id' = attachment_id::text;
  perform private.reject_if(attachment is null, 'invalid', 'It has no such attachment.');
  select o.metadata into stored from storage.objects o
  where o.bucket_id = 'attachments' and o.name = tester::text || '/' || (attachment ->> 'sha256');
  if not found then return false; end if;
  -- A partial file (an interrupted upload) does not count as arrived. Some storage servers record
  -- no size.
  if jsonb_typeof(stored -> 'size') = 'number' and (stored ->> 'size')::bigint <> (attachment ->> 'size')::bigint then return false; end if;
  update public.feedback f set uploaded = f.uploaded || to_jsonb(attachment_id::text)
  where f.id = row_id and not f.uploaded ? attachment_id::text;
  update public.applications a set uploaded = a.uploaded || to_jsonb(attachment_id::text)
  where a.id = row_id and not a.uploaded ? attachment_id::text;
  return true;
end
$$;
comment on function public.attachment_arrived(uuid, uuid) is
'Marks an attachment of the caller''s own report, or a photo in the results of the own application,
as arrived once its object is in the bucket at {tester}/{sha256} with its size. Out: true when it is
there. Errors (PT422): missing_parent, forbidden, suspended, invalid.';
