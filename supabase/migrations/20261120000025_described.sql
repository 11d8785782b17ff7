-- Chapter 25: an app that was published keeps a description (S20). Asked for when it is published; it must not be taken out afterwards, which the form
-- refuses too.
alter table public.apps add constraint apps_status_described check (status = 'draft' or char_length(private.trimmed(description)) > 0);
