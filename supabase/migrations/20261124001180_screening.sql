-- Screening questions. Only the developer and the admins read the answers that automatic selection
-- accepts (`pass`). They are sent inside `screening` but stored apart from the row that every
-- tester reads: a write with `pass` sets it, a question without it keeps the stored value, and a
-- pull adds it for authorized readers. Other readers get an empty list.

create table private.expected_answers (
  campaign_id uuid primary key references public.campaigns (id) deferrable initially deferred,
  -- {question id: [answers]}
  answers jsonb not null
);

create function private.keep_expected_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := (select e.answers from private.expected_answers e where e.campaign_id = new.id);
  expected jsonb;
begin
  -- The common case; without this shortcut a bulk of drafts would pay for a lookup.
  if new.screening = '[]' and before is null then return new; end if;
  -- The column's check rejects it.
  if not coalesce(private.is_screening(new.screening), false) then return new; end if;
  select coalesce(jsonb_object_agg(q ->> 'id', pass) filter (where pass <> '[]'), '{}'), coalesce(jsonb_agg(q - 'pass' order by n), '[]')
  into expected, new.screening
  from jsonb_array_elements(new.screening) with ordinality x (q, n)
  cross join lateral (select coalesce(q -> 'pass', before -> (q ->> 'id'), '[]') as pass) p;
  if expected = '{}' or new._deleted then
    delete from private.expected_answers e where e.campaign_id = new.id;
  elsif expected is distinct from before then
    insert into private.expected_answers (campaign_id, answers) values (new.id, expected)
    on conflict (campaign_id) do update set answers = excluded.answers;
  end if;
  return new;
end
$$;

-- Fires after the rules, which compare the sent values. Also fires for `_deleted`: a tombstone that
-- another row references would never be purged.
create trigger t70_expected_answers before insert or update of screening, _deleted on public.campaigns
  for each row execute function private.keep_expected_answers();

create function private.full_screening(campaign uuid, screening jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(q || jsonb_build_object('pass', coalesce(e.answers -> (q ->> 'id'), '[]')) order by n), '[]')
  from jsonb_array_elements(screening) with ordinality x (q, n)
  left join private.expected_answers e on e.campaign_id = full_screening.campaign
$$;

create function private.my_screening(campaign uuid, screening jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if screening = '[]' then return screening; end if;
  if exists (select 1 from private.expected_answers e join public.campaigns c on c.id = e.campaign_id
    where e.campaign_id = campaign and (private.organization_allows(c.org_id, 'view') or private.is_admin())) then
    return private.full_screening(campaign, screening);
  end if;
  return (select jsonb_agg(q || '{"pass": []}' order by n) from jsonb_array_elements(screening) with ordinality x (q, n));
end
$$;

-- Rejects a missing answer to a required question. Returns whether automatic selection accepts the
-- answers.
create function private.answers_pass(screening jsonb, answers jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  question jsonb;
  answer text;
  passes boolean := true;
begin
  for question in select value from jsonb_array_elements(screening) loop
    select a ->> 'value' into answer from jsonb_array_elements(answers) a where a ->> 'question_id' = question ->> 'id' limit 1;
    continue when not (question ->> 'required')::boolean;
    if coalesce(private.trimmed(answer), '') = '' then
      perform private.reject('answer_required', format('Not answered: %s', question ->> 'question'));
    end if;
    if jsonb_array_length(question -> 'pass') > 0 and not question -> 'pass' ? answer then
      passes := false;
    end if;
  end loop;
  return passes;
end
$$;
