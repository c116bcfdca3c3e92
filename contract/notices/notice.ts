import type { z } from 'zod';
import type { Said } from '../languages/say.ts';
import type { Cadence, NoticeChannel, NoticeClass, NoticeFields } from './notice-fields.ts';

type ContentOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Name = readonly [name: string, hint: string];

export interface Sentences<Content> {
  title: (content: Content) => Said;
  /** Omitted where the title says everything. */
  text?: (content: Content) => Said;
  /** The page that it leads to. */
  path: (content: Content) => string;
}

interface Description<Shape extends z.ZodRawShape> extends Sentences<ContentOf<Shape>> {
  /** How often each channel brings it unless the user chose otherwise, where it is not as in `USUAL`. */
  channels?: Partial<Channels>;
  /** Teachers and assistants get it, and admins; learners do not see it in their settings. */
  isForStaff?: true;
  /** Admins alone get it, and see it in their settings. */
  isForAdmins?: true;
  /** Many people get it at once, so it has a lower priority than emails that one person waits for. */
  isForMany?: true;
  /** It goes to an address, and has no settings. */
  isForAddress?: true;
  /** In the settings of users. */
  name: Name;
  /** What is stored. Pages show notices without zod, so it is given what it is made of. */
  content: (fields: NoticeFields) => Shape;
}

type ExampleOf<Email, Content> = Email extends 'own' ? unknown : { example: Content };
type Channels = Record<NoticeChannel, Cadence>;
const USUAL: Channels = { app: 'at_once', email: 'at_once', push: 'off' };

/**
 * A kind of notice: all that is known of it besides its icon. `email` names the wording of its email, which is its sentences, and
 * says when it is sent; a kind with its `own` email has no example.
 */
export const noticesOf =
  (noticeClass: NoticeClass) =>
  <Kind extends string, Shape extends z.ZodRawShape, Email extends 'own' | Name>(
    kind: Kind,
    description: Description<Shape> & { email: Email } & ExampleOf<Email, ContentOf<Shape>>,
  ) => ({
    ...description,
    kind,
    class: noticeClass,
    channels: { ...USUAL, ...description.channels },
    schema: (fields: NoticeFields) => fields.object({ kind: fields.literal(kind), ...description.content(fields) }),
  });

export const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`;

const course = { courseId: 'example', courseTitle: 'Vedic Mathematics' };
const lecture = { ...course, lectureId: 'example', lectureTitle: 'Squares in your head' };
/** Of emails. */
export const EXAMPLE = {
  course,
  lecture,
  question: { ...lecture, questionId: 'example', atMs: 220_000 },
  at: '2027-06-15T04:30:00.000Z',
};
