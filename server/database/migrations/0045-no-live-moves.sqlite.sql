-- What a move to another place left in the database, as long as moves copied a school that was changed meanwhile.
SELECT 'DROP TRIGGER "' || name || '"' AS statement FROM sqlite_schema
  WHERE type = 'trigger' AND (name LIKE 'move\_log\_%' ESCAPE '\' OR name LIKE 'move\_refuse\_%' ESCAPE '\');
SELECT 'DROP TABLE move_changes' AS statement FROM sqlite_schema WHERE type = 'table' AND name = 'move_changes';
