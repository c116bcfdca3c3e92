import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { LectureRow, VideoFailure } from '#server/database/tables/lectures.ts';
import { newId } from '#server/ids.ts';
import type { JobLog } from '#server/jobs/jobs.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import type { EncodeInput } from '#server/video/encode.ts';
import type { Engine } from '#server/video/engine.ts';
import type { OpenFile } from '#server/video/inspect.ts';
import type { NewMediaFile } from './media-files.ts';
import type { AssignedWork } from './processing.queries.ts';

/** A video that no attempt will make usable. */
export class UnusableVideoError extends Error {
  readonly failure: VideoFailure;

  constructor(failure: VideoFailure, cause?: unknown) {
    super(`the video is ${failure}`, { cause });
    this.failure = failure;
  }
}

/** The workspace of one video. */
export interface Workspace {
  engine: Engine;
  /** Where ffmpeg reads the original. */
  input: string;
  openOriginal: OpenFile;
  /** The folder for results. */
  output: string;
  signal: AbortSignal;
  onProgress(share: number): void;
  /** Stores files and serves them, if the video is still assigned to this job. */
  keep(
    stored: readonly NewFile[],
    revision: { put: readonly NewMediaFile[]; remove?: readonly string[] },
    also?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
  /** A lossless copy takes the place of the original. */
  takeAsOriginal(tx: Tx, original: Pick<LectureRow, 'video_key' | 'content_type' | 'size_bytes'>): Promise<void>;
}

export interface ProcessingTask {
  workspace: Workspace;
  work: AssignedWork;
  database: Database;
  clock: Clock;
  catalogChanged: (tx: Tx, lectureId: string) => Promise<void>;
  log: JobLog;
}

/** One file to make. A file that exists already is not made again, so that a second attempt continues. */
export interface Step {
  weight: number;
  run(input: EncodeInput): Promise<void>;
}

export const MP4 = 'video/mp4';

export const newKey = (folder: string, lectureId: string, name: string): string =>
  `${folder}/${lectureId}/${newId()}-${name.toLowerCase()}`;
