-- Chapter 25: an app that was published keeps a description (S20). Asked for when it is published; it must not be taken out afterwards, which the form
-- refuses too. Where it was taken out already (past the form), its title stands for it: without one the app could not be changed or counted any more.
update public.apps set description = title where status <> 'draft' and char_length(private.trimmed(description)) = 0;
alter table public.apps add constraint apps_status_described check (status = 'draft' or char_length(private.trimmed(description)) > 0);
