-- What a move to another place left in the database, as long as moves copied a school that was changed meanwhile. With a
-- function go its triggers.
SELECT 'DROP FUNCTION ' || CAST(oid AS REGPROCEDURE) || ' CASCADE' AS statement FROM pg_proc
  WHERE pronamespace = CAST(current_schema() AS REGNAMESPACE) AND (proname LIKE 'move\_log\_%' OR proname = 'move_refuse');
SELECT 'DROP TABLE move_changes' AS statement FROM pg_tables
  WHERE schemaname = current_schema() AND tablename = 'move_changes';
