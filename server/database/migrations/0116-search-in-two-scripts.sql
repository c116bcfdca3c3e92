-- Words in Devanagari are found in Latin letters too: every course is indexed again in the background, and found as before until then.
UPDATE search_course_entries SET indexed_at = 0;
