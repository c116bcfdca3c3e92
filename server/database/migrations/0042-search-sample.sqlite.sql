-- FTS5 gathers the keys of some ten courses before it writes: what it writes in small parts is merged again.
INSERT INTO search_course_entries_text (search_course_entries_text, rank) VALUES ('hashsize', 8388608);
INSERT INTO search_lecture_entries_text (search_lecture_entries_text, rank) VALUES ('hashsize', 8388608);
