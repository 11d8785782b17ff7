-- Chapter 26: a push says under which rights it was answered, as a pull does. Somebody whose account was suspended for a moment, and who sent an edit
-- in that moment, was told that there is no such row; with their rights back no pull ever brought it again, for nothing about the row had changed.
-- The device drops an answer of another scope and makes its store anew (sync.md "Pull").

-- The same as in sync_pull (chapter 5).
create function private.my_scope() returns text
language sql stable security definer set search_path = '' as $$
  select auth.uid()::text || ':' || private.my_role() || ':' || private.my_status()
    || case when private.my_role() = 'admin' and not private.is_admin() then ':limited' else '' end
$$;

alter function public.sync_push(text, json) set schema private;

create function public.sync_push(collection text, rows json) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  scope constant text := private.my_scope();
  answer constant jsonb := private.sync_push(collection, rows);
begin
  if private.my_scope() is distinct from scope then
    raise exception 'The rights of this account changed just now.' using errcode = 'PT503';
  end if;
  return answer || jsonb_build_object('scope', scope);
end
$$;
comment on function public.sync_push(text, json) is
'private.sync_push (chapter 23), with the scope that it was answered under: Out: {scope, applied, conflicts, rejected}. Errors as there, and PT503
when the account''s rights changed while it ran: nothing was written, to be tried again. Rules: sync.md "Push".';

revoke all on function public.sync_push(text, json), private.my_scope() from public, anon;
grant execute on function public.sync_push(text, json), private.my_scope() to authenticated, service_role;
