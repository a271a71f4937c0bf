-- What a rehearsal of charges ends in, so that nothing of it is kept whatever becomes of its connection.
CREATE OR REPLACE FUNCTION undo_rehearsal(charges bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a rehearsal of % charges, undone on purpose', charges USING ERRCODE = 'data_exception';
END $$;
