-- One lecture in 64: suggestions need a few of any, and GIN reads all rows of a key before it returns the first.
CREATE INDEX search_lecture_entries_sample ON search_lecture_entries USING gin (keys) WITH (fastupdate = off)
  WHERE left(digest, 1) = 'A';
-- The planner does not know what it costs to unpack the keys of every row, 80 microseconds each. Functions leave it only
-- the index; to set this in a transaction would take four statements for each search.
CREATE FUNCTION search_course_numbers(query TSQUERY) RETURNS TEXT LANGUAGE sql STABLE SET enable_seqscan = off AS '
  SELECT string_agg(CAST(number AS TEXT), '' '') FROM search_course_entries WHERE keys @@ query
';
CREATE FUNCTION search_has_course(query TSQUERY) RETURNS BOOLEAN LANGUAGE sql STABLE SET enable_seqscan = off AS '
  SELECT EXISTS (SELECT 1 FROM search_course_entries WHERE keys @@ query)
';
-- All others are read only where the sample has too few: then there are not many.
CREATE FUNCTION search_lectures(query TSQUERY, most BIGINT) RETURNS SETOF TEXT LANGUAGE sql STABLE
SET enable_seqscan = off AS '
  (SELECT lecture_id FROM search_lecture_entries WHERE keys @@ query AND left(digest, 1) = ''A'' LIMIT most)
  UNION ALL
  (SELECT lecture_id FROM search_lecture_entries WHERE keys @@ query AND left(digest, 1) <> ''A'' LIMIT most)
  LIMIT most
';
