-- Shapes of tasks and of their results: the checks of `briefs.tasks` and `applications.results`.
-- The same limits as in sync/schema/tasks.ts. Sizes are those of the
-- form and a quarter more, because jsonb prints a space after each comma and colon.

create function private.has_keys(value jsonb, required text[], optional text[] default '{}') returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) is distinct from 'object' then false else
    value ?& required and (value - required - optional) = '{}' end
$$;

-- 1.0 is not whole here: its text is no integer for PostgreSQL.
create function private.is_whole(value jsonb, low int, high int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) is distinct from 'number' then false else
    value::numeric between low and high and value #>> '{}' ~ '^-?[0-9]+$' end
$$;

create function private.is_short_text(value jsonb, most int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) is distinct from 'string' then false else char_length(value #>> '{}') <= most end
$$;

create function private.is_short_line(value jsonb, most int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select private.is_short_text(value, most) and private.is_line(value #>> '{}')
$$;

-- The id of a task, step or question. Devices ignore the names of JavaScript's own properties.
create function private.is_task_key(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select private.is_short_text(value, 12) and value #>> '{}' ~ '^[a-z0-9]{1,12}$' and value #>> '{}' not in ('constructor', 'prototype')
$$;

-- True for an instant as devices write it: UTC with milliseconds, which sorts as text.
create function private.is_instant_text(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select private.is_short_text(value, 24)
    and value #>> '{}' ~ '^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$'
$$;

create function private.is_step(step jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select private.has_keys(step, '{id,do,expect}') and private.is_task_key(step -> 'id')
    and private.is_short_text(step -> 'do', 500) and private.trimmed(step ->> 'do') <> '' and private.is_short_text(step -> 'expect', 500)
$$;

create function private.is_question(question jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.has_keys(question, '{id,kind,text,required,options,min,max}') then false else
    private.is_task_key(question -> 'id')
    and coalesce(question ->> 'kind', '') in ('text', 'single', 'multiple', 'scale', 'number', 'nps', 'sus', 'seq', 'umux_lite')
    and private.is_short_text(question -> 'text', 300)
    and (question ->> 'kind' in ('sus', 'umux_lite') or private.trimmed(question ->> 'text') <> '')
    and jsonb_typeof(question -> 'required') = 'boolean'
    and private.is_line_list(question -> 'options', 20, 120)
    and case when question ->> 'kind' in ('single', 'multiple') then jsonb_array_length(question -> 'options') >= 2
        and (select count(distinct o) from jsonb_array_elements_text(question -> 'options') o where private.trimmed(o) <> '') = jsonb_array_length(question -> 'options')
      else question -> 'options' = '[]' end
    and private.is_whole(question -> 'min', 0, 10) and private.is_whole(question -> 'max', 0, 10)
    and case when question ->> 'kind' = 'scale' then (question ->> 'min')::int < (question ->> 'max')::int
      else question -> 'min' = '0' and question -> 'max' = '0' end end
$$;

-- One task. is_tasks checks references between tasks.
create function private.is_task(task jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.has_keys(task,
      '{id,version,kind,title,body,steps,questions,required_since,per_build,minutes,days,only_if,evidence}') then false else
    private.is_task_key(task -> 'id') and private.is_whole(task -> 'version', 1, 9999)
    and coalesce(task ->> 'kind', '') in ('script', 'survey', 'check_in', 'explore')
    and private.is_short_line(task -> 'title', 120) and private.trimmed(task ->> 'title') <> ''
    and private.is_short_text(task -> 'body', 4000)
    and case when jsonb_typeof(task -> 'steps') <> 'array' or jsonb_typeof(task -> 'questions') <> 'array' then false else
      jsonb_array_length(task -> 'steps') <= 40 and jsonb_array_length(task -> 'questions') <= 40
      and not exists (select 1 from jsonb_array_elements(task -> 'steps') s where not private.is_step(s))
      and not exists (select 1 from jsonb_array_elements(task -> 'questions') q where not private.is_question(q))
      and (select count(distinct i ->> 'id') = count(*) from jsonb_array_elements((task -> 'steps') || (task -> 'questions')) i)
      and case task ->> 'kind' when 'script' then task -> 'steps' <> '[]' when 'survey' then task -> 'questions' <> '[]' else true end end
    and (task -> 'required_since' = 'null' or private.is_instant_text(task -> 'required_since'))
    and jsonb_typeof(task -> 'per_build') = 'boolean'
    and private.is_whole(task -> 'minutes', 0, 480)
    and case task ->> 'kind' when 'check_in' then private.is_whole(task -> 'days', 1, 60) else task -> 'days' = '0' end
    and (task -> 'only_if' = 'null' or private.has_keys(task -> 'only_if', '{task,item,is}')
      and private.is_task_key(task -> 'only_if' -> 'task') and private.is_task_key(task -> 'only_if' -> 'item')
      and private.is_line_list(task -> 'only_if' -> 'is', 20, 120) and task -> 'only_if' -> 'is' <> '[]')
    and private.has_keys(task -> 'evidence', '{minutes,code,photo}')
    and private.is_whole(task -> 'evidence' -> 'minutes', 0, 480)
    and jsonb_typeof(task -> 'evidence' -> 'code') = 'boolean' and jsonb_typeof(task -> 'evidence' -> 'photo') = 'boolean' end
$$;

-- True for at most 60 tasks with different ids. `only_if` names an item of an earlier task, which
-- itself depends on none.
create function private.is_tasks(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 60 and octet_length(list::text) <= 80000
    and not exists (select 1 from jsonb_array_elements(list) t where not private.is_task(t)) end
    and case when list = '[]' then true else (select count(distinct t ->> 'id') = count(*) from jsonb_array_elements(list) t)
    and not exists (
      select 1 from jsonb_array_elements(list) with ordinality t (task, n)
      where t.task -> 'only_if' <> 'null' and not exists (
        select 1 from jsonb_array_elements(list) with ordinality e (task, n)
        where e.n < t.n and e.task ->> 'id' = t.task -> 'only_if' ->> 'task' and e.task -> 'only_if' = 'null'
          and exists (select 1 from jsonb_array_elements((e.task -> 'steps') || (e.task -> 'questions')) i
            where i ->> 'id' = t.task -> 'only_if' ->> 'item'))) end
$$;

create function private.is_step_result(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select private.has_keys(value, '{mark}', '{note,report_id}') and coalesce(value ->> 'mark', '') in ('pass', 'fail', 'blocked', 'skip')
    and (not value ? 'note' or private.is_short_text(value -> 'note', 1000))
    and (not value ? 'report_id' or private.is_uuid(value ->> 'report_id'))
$$;

-- True for a text, a number, or a list of whole numbers or lines.
create function private.is_answer(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case jsonb_typeof(value)
    when 'string' then private.is_short_text(value, 2000)
    when 'number' then abs(value::numeric) <= 1000000000
    when 'array' then private.is_line_list(value, 20, 120)
      or jsonb_array_length(value) <= 20 and not exists (select 1 from jsonb_array_elements(value) i where not private.is_whole(i, 0, 10))
    else false end
$$;

-- True for at most 5 pictures, described like a report's attachments.
create function private.is_photos(list jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.is_attachments(list) then false else
    jsonb_array_length(list) <= 5 and not exists (select 1 from jsonb_array_elements(list) p where p ->> 'type' not like 'image/%') end
$$;

create function private.is_task_result(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when not private.has_keys(value, '{version,release_id,state,minutes,at}', '{steps,answers,days,note,code,photos,conflicts}') then false else
    private.is_whole(value -> 'version', 1, 9999)
    and (value -> 'release_id' = 'null' or private.is_uuid(value ->> 'release_id'))
    and coalesce(value ->> 'state', '') in ('open', 'done', 'blocked')
    and private.is_whole(value -> 'minutes', 0, 100000) and private.is_instant_text(value -> 'at')
    and case when not value ? 'steps' then true when jsonb_typeof(value -> 'steps') <> 'object' then false else
      not exists (select 1 from jsonb_each(value -> 'steps') s where not private.is_task_key(to_jsonb(s.key)) or not private.is_step_result(s.value)) end
    and case when not value ? 'answers' then true when jsonb_typeof(value -> 'answers') <> 'object' then false else
      not exists (select 1 from jsonb_each(value -> 'answers') a where not private.is_task_key(to_jsonb(a.key)) or not private.is_answer(a.value)) end
    and case when not value ? 'days' then true when not private.is_text_list(value -> 'days', 366, 10) then false else
      not exists (select 1 from jsonb_array_elements_text(value -> 'days') d where d !~ '^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$')
      and (select count(distinct d) = count(*) from jsonb_array_elements(value -> 'days') d) end
    and (not value ? 'note' or private.is_short_text(value -> 'note', 1000))
    and (not value ? 'code' or private.is_short_line(value -> 'code', 40))
    and (not value ? 'photos' or private.is_photos(value -> 'photos'))
    and case when not value ? 'conflicts' then true when jsonb_typeof(value -> 'conflicts') <> 'array' then false else
      jsonb_array_length(value -> 'conflicts') <= 50
      and not exists (select 1 from jsonb_array_elements(value -> 'conflicts') c
        where not private.has_keys(c, '{id,at,value}') or not private.is_short_line(c -> 'id', 12) or not private.is_instant_text(c -> 'at')
          or not private.is_answer(c -> 'value') and not private.is_step_result(c -> 'value')) end end
$$;

-- True for {task id, or task id.release id: result}.
create function private.is_results(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    octet_length(value::text) <= 40000
    and not exists (select 1 from jsonb_each(value) r
      where r.key !~ '^[a-z0-9]{1,12}(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$' or not private.is_task_result(r.value)) end
$$;

-- True for {task id: reason}: why a set was sent back.
create function private.is_task_reasons(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 60
    and not exists (select 1 from jsonb_each(value) r
      where not private.is_task_key(to_jsonb(r.key)) or not private.is_short_text(r.value, 1000) or private.trimmed(r.value #>> '{}') = '') end
$$;

-- True for {report id: {mark, release_id, at, note, photos}}.
create function private.is_retests(value jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(value) <> 'object' then false else
    (select count(*) from jsonb_object_keys(value)) <= 200 and octet_length(value::text) <= 100000
    and not exists (select 1 from jsonb_each(value) r
      where r.key !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or not private.has_keys(r.value, '{mark,release_id,at}', '{note,photos}')
        or coalesce(r.value ->> 'mark', '') not in ('fixed', 'still_there', 'unclear') or not private.is_uuid(r.value ->> 'release_id')
        or not private.is_instant_text(r.value -> 'at') or r.value ? 'note' and not private.is_short_text(r.value -> 'note', 1000)
        or r.value ? 'photos' and not private.is_photos(r.value -> 'photos')) end
$$;
