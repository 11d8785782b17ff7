-- Chapter 27: sync_seq orders the versions of a row. The server's own writes left it as it was, so that a device that heard of two versions in the
-- wrong order (a push's answer that a pull overtook, or the other way round) could not tell which one is newer: transaction ids do not tell, one
-- that began earlier may write later. Each write of the server counts now, as each edit of a device does.

create or replace function private.stamp() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sync_xid := pg_current_xact_id();
  if coalesce(current_setting('betaflock.actor', true), '') <> 'seed' then
    new.updated_at := now();
  end if;
  -- A write that carries no stamp of a store is the server's. Left in place, the old stamp would make a device believe that it had
  -- written this itself and take its own older text for the newer one.
  if tg_op = 'UPDATE' and new.sync_client = old.sync_client and new.sync_seq = old.sync_seq then
    new.sync_client := '';
    new.sync_seq := old.sync_seq + 1;
  elsif new.sync_seq > 2000000000 then
    -- No store comes that far (sync/edit-numbers.ts); a row that somebody brought to the end of the numbers could be changed by nobody else.
    perform private.refuse('invalid', 'sync_seq: too high.');
  end if;
  return new;
end
$$;
