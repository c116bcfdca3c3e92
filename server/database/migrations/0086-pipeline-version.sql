-- The version of the program that made the renditions of a video. What an older one made wrong is made again in the background.
ALTER TABLE video_work ADD COLUMN pipeline_version BIGINT NOT NULL DEFAULT 1;
CREATE INDEX video_work_by_pipeline_version ON video_work (pipeline_version, lecture_id);
