/**
 * `waiting`: for the uploads before it. `paused`: by the person. `signed-out`: goes on after signing in. `stopped`: see
 * `problem`; may be tried again where `canRetry`. `needs-file`: begun before this page was opened, so that the file has
 * to be chosen again. `untitled`: all is sent, the lecture has no title yet. `done`: it is a lecture, or the video of one.
 */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'signed-out'
  | 'stopped'
  | 'needs-file'
  | 'untitled'
  | 'finishing'
  | 'done';

export interface LectureText {
  title: string;
  description: string;
  isDraft: boolean;
}

/** A lecture that is there and gets another video. */
export interface ReplacedLecture {
  lectureId: string;
  /** Undefined when an earlier page began it. */
  title: string | undefined;
}

export interface UploadItem {
  /** Its name in this browser. */
  key: string;
  /** Its name on the server, once it has begun there. */
  uploadId: string | undefined;
  courseId: string;
  fileName: string;
  sizeBytes: number;
  sentBytes: number;
  bytesPerSecond: number;
  secondsLeft: number;
  phase: UploadPhase;
  problem: string | undefined;
  canRetry: boolean;
  text: LectureText | undefined;
  /** Undefined when it becomes a lecture of its own. */
  replaces: ReplacedLecture | undefined;
  /** The open page shows it itself. */
  isShown: boolean;
}

/** Whether closing the page would stop it. */
export const isMoving = ({ phase }: UploadItem): boolean =>
  phase === 'waiting' || phase === 'sending' || phase === 'finishing';
