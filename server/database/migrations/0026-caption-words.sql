ALTER TABLE captions ADD COLUMN words TEXT;
INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at)
SELECT 'classroom.caption-words:' || lecture_id || ':' || language, 'classroom.caption-words',
  '{"lectureId":"' || lecture_id || '","language":"' || language || '"}', 'waiting', updated_at, 0, updated_at
FROM captions;
