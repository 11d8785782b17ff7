-- Chapter 27: sync_seq orders the versions of a row. The server's own writes left it as it was, so that a device that heard of two versions in the
-- wrong order (a push's answer that a pull overtook, or the other way round) could not tell which one is newer: transaction ids do not tell, one
-- that began earlier may write later. Each transaction of the server counts now, as each edit of a store does, and nobody counts backwards.

create or replace function private.stamp() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.sync_xid := pg_current_xact_id();
  if coalesce(current_setting('betaflock.actor', true), '') <> 'seed' then
    new.updated_at := now();
  end if;
  -- No store comes that far (sync/edit-numbers.ts): from a row that somebody brought to the end of the numbers nobody could go on.
  if new.sync_seq > 2000000000 and new.sync_seq > 10 + (case tg_op when 'UPDATE' then old.sync_seq else 0 end) then
    perform private.refuse('invalid', 'sync_seq: too high.');
  end if;
  if tg_op = 'UPDATE' then
    -- A write that carries no stamp of a store is the server's. Left in place, the old stamp would make a device believe that it had
    -- written this itself and take its own older text for the newer one.
    if new.sync_client = old.sync_client and new.sync_seq = old.sync_seq then new.sync_client := ''; end if;
    -- What one transaction does in several steps is one version: a step in between must not come past the number that the edit brings.
    if new.sync_seq between 0 and old.sync_seq and old.sync_xid <> pg_current_xact_id() then new.sync_seq := old.sync_seq + 1; end if;
  end if;
  return new;
end
$$;
