-- What was repaired in the file and left out of it, as JSON; of its lines, only what reading found.
ALTER TABLE people_imports ADD COLUMN report TEXT;
-- `<` and `&` of captions are escaped in the background.
INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at)
SELECT 'classroom.read-captions-again:' || lecture_id || ':' || language, 'classroom.read-captions-again',
  '{"lectureId":"' || lecture_id || '","language":"' || language || '"}', 'waiting', updated_at, 0, updated_at
FROM captions;
