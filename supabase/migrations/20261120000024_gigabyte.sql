-- Chapter 24: a gigabyte is 1024 × 1024 KB, as sizes are shown: "of 1 GB" must not read "of 953.7 MB".
do $$
begin
  execute replace(pg_catalog.pg_get_functiondef('public.storage_reserve(text, bigint, text)'::regprocedure), '1000000000', '1073741824');
end
$$;
