-- A lecture is a place in the outline with a kind. What only videos have is in video_work and media_files.
ALTER TABLE lectures ADD COLUMN kind TEXT NOT NULL DEFAULT 'video';

-- What a kind other than a video stores: JSON that the kind reads, and the words that are searched.
CREATE TABLE lecture_contents (
  lecture_id TEXT PRIMARY KEY REFERENCES lectures (id),
  content TEXT NOT NULL,
  words TEXT NOT NULL
);
