-- What was repaired in the file and left out of it, as JSON; of its lines, only what reading found.
ALTER TABLE people_imports ADD COLUMN report TEXT;
