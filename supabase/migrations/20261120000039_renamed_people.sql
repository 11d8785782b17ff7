-- A renamed person has one name everywhere: comments, reports and applications carry a copy of it (and applications of the picture), which kept
-- the old one. Cost: one update per table over the person's own rows, by index; a person has some hundred of each.

create function private.on_person_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_seeding() then return null; end if;
  update public.comments c set author_name = new.name where c.author_id = new.id and c.author_name <> new.name;
  update public.feedback f set tester_name = new.name where f.tester_id = new.id and f.tester_name <> new.name;
  update public.applications a set card = a.card || jsonb_build_object('name', new.name, 'avatar_path', new.avatar_path)
  where a.tester_id = new.id and (a.card ->> 'name', a.card ->> 'avatar_path') is distinct from (new.name, new.avatar_path);
  return null;
end
$$;
revoke execute on function private.on_person_renamed() from public;
create trigger person_renamed after update of name, avatar_path on public.profiles for each row
  when (new.name <> old.name or new.avatar_path <> old.avatar_path) execute function private.on_person_renamed();

create index comments_author on public.comments (author_id);
