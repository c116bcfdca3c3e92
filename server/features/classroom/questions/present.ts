import { messages } from '#contract/messages.ts';
import type { Answer, Question, Standing } from '#contract/classroom/questions.ts';
import { toInstant } from '#server/clock.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import type { AnswerRow } from './answers.queries.ts';
import type { QuestionRow, Viewer } from './questions.queries.ts';

/** The author of a post whose account was deleted. */
const NOBODY = messages.people.deletedAccount;

interface PostRow {
  id: string;
  user_id: string;
  full_name: string;
  avatar_key: string | null;
  author_deleted_at: number | null;
  text: string;
  standing: Standing;
  reason: string;
  is_private: number;
  created_at: number;
  edited_at: number | null;
}

/** Who reads it, and at which address. */
export interface Reader extends Viewer {
  origin: string;
}

const presentPost = (row: PostRow, reader: Reader) => {
  const { standing } = row;
  const isMine = row.user_id === reader.id;
  const isGone = row.author_deleted_at !== null || standing === 'deleted';
  const isReadable = standing === 'shown' || (standing !== 'deleted' && (isMine || reader.isStaff));
  return {
    _id: row.id,
    author: {
      fullName: isGone ? NOBODY : row.full_name,
      avatar: { secure_url: isGone || row.avatar_key === null ? null : fileUrl(reader.origin, row.avatar_key) },
      role: null,
    },
    isMine,
    text: isReadable ? row.text : '',
    createdAt: toInstant(row.created_at),
    isEdited: row.edited_at !== null,
    standing,
    reason: row.reason,
    isPrivate: row.is_private === 1,
  };
};

/** `said` is what the video says at the moment of the answer. */
export const presentAnswer = (row: AnswerRow, reader: Reader, said: string): Answer => {
  const post = presentPost(row, reader);
  const isReadable = row.standing === 'shown' || post.isMine || reader.isStaff;
  const { same_as_id: sameId, same_lecture_id: lectureId, same_text: sameText } = row;
  const isSame = isReadable && sameId !== null && lectureId !== null;
  return {
    ...post,
    author: { ...post.author, role: row.as_role },
    isAccepted: row.id === row.accepted_answer_id,
    atMs: isReadable ? row.at_ms : null,
    said: isReadable ? said : '',
    sameAs: isSame ? { _id: sameId, lectureId, text: row.same_standing === 'shown' ? (sameText ?? '') : '' } : null,
  };
};

export const presentQuestion = (row: QuestionRow, reader: Reader, answers: Answer[]): Question => {
  const { at_ms: atMs, duration_ms: durationMs } = row;
  // The video was replaced by a shorter one.
  const isCut = atMs !== null && durationMs !== null && atMs > durationMs;
  return {
    ...presentPost(row, reader),
    lectureId: row.lecture_id,
    atMs: isCut ? null : atMs,
    wasAtMs: isCut ? atMs : null,
    votes: row.votes,
    hasVoted: Boolean(row.has_voted),
    isFollowed: Boolean(row.is_followed),
    isAnswered: row.answered_at !== null,
    answerCount: row.answer_count,
    answers,
  };
};
