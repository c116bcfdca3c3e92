import { z } from 'zod';
import { Course } from './catalog.ts';
import { get, post, put, success, saying } from '../endpoint.ts';
import { Id, IMAGE_MAX_BYTES, MediaLink, oneLine, orNothing, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { RichText } from '../rich-text.ts';
import { inLanguage } from '../school/languages.ts';

const { incomplete, badLink } = messages.pageBlocks;

export const BLOCKS_MAX = 20;
export const QUESTIONS_MAX = 12;
/** Of the block with courses: as many newest ones without a choice. */
export const COURSES_MAX = 6;
export const NEWEST_COURSES = 3;
export const QUOTE_MAX_CHARACTERS = 240;

const title = orNothing(oneLine(80, incomplete));
const caption = orNothing(oneLine(160, incomplete));
const common = {
  /** Chosen by the editor, different in each block of a page. */
  id: z.string().regex(/^[a-z0-9]{1,24}$/),
  /** Kept, and not shown to visitors. */
  isHidden: z.boolean(),
};

const quote = {
  quote: text(QUOTE_MAX_CHARACTERS, incomplete),
  who: oneLine(80, incomplete),
  /** Such as "Learner since 2024". */
  about: caption,
};
const link = {
  label: oneLine(80, incomplete),
  href: z.url({ protocol: /^https$/, error: badLink }).max(500, messages.fields.tooLong),
  caption,
};

const question = { question: oneLine(160, incomplete), answer: text(1000, incomplete) };
const body = text(4000, incomplete);
/** For those who do not see the picture. */
const alt = oneLine(200, incomplete);
/** The texts of blocks, by the first part of their names. */
export const blockTexts = {
  title,
  body,
  alt,
  caption,
  quote: quote.quote,
  who: quote.who,
  about: quote.about,
  label: link.label,
  ...question,
};

/** A part of the home page or of a course's page, as its owner edits it. Longer texts are Markdown. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...common, title, body }),
  z.object({
    kind: z.literal('picture'),
    ...common,
    /** The key of a picture that was uploaded for the page. */
    picture: z.string().regex(/^thumbnails\/[a-z0-9]{1,64}\.webp$/, messages.pageBlocks.pictureMissing),
    alt,
    caption,
  }),
  z.object({ kind: z.literal('quote'), ...common, ...quote }),
  z.object({
    kind: z.literal('questions'),
    ...common,
    title,
    questions: z.array(z.object(question)).min(1, incomplete).max(QUESTIONS_MAX),
  }),
  /** A lecture that is a free preview. */
  z.object({ kind: z.literal('video'), ...common, title, lectureId: Id, caption }),
  /** An address elsewhere, such as that of a video: it is never embedded. */
  z.object({ kind: z.literal('link'), ...common, ...link }),
  z.object({ kind: z.literal('courses'), ...common, title, courseIds: z.array(Id).max(COURSES_MAX) }),
  z.object({ kind: z.literal('plans'), ...common, title }),
]);
export type Block = z.output<typeof Block>;

/** A block with other texts. Each has a name, such as `title` or `question.0`. */
export const mapBlockTexts = (block: Block, change: (name: string, text: string) => string): Block => {
  switch (block.kind) {
    case 'text':
      return { ...block, title: change('title', block.title), body: change('body', block.body) };
    case 'picture':
      return { ...block, alt: change('alt', block.alt), caption: change('caption', block.caption) };
    case 'quote':
      return {
        ...block,
        quote: change('quote', block.quote),
        who: change('who', block.who),
        about: change('about', block.about),
      };
    case 'questions':
      return {
        ...block,
        title: change('title', block.title),
        questions: block.questions.map((one, index) => ({
          question: change(`question.${index}`, one.question),
          answer: change(`answer.${index}`, one.answer),
        })),
      };
    case 'video':
      return { ...block, title: change('title', block.title), caption: change('caption', block.caption) };
    case 'link':
      return { ...block, label: change('label', block.label), caption: change('caption', block.caption) };
    default:
      return { ...block, title: change('title', block.title) };
  }
};

const shown = { id: z.string() };

/** A block as visitors see it. */
const PresentedBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...shown, title: z.string(), content: RichText }),
  z.object({
    kind: z.literal('picture'),
    ...shown,
    picture: MediaLink,
    alt: z.string(),
    caption: z.string(),
  }),
  z.object({ kind: z.literal('quote'), ...shown, quote: z.string(), who: z.string(), about: z.string() }),
  z.object({
    kind: z.literal('questions'),
    ...shown,
    title: z.string(),
    questions: z.array(z.object({ question: z.string(), answer: RichText })),
  }),
  z.object({
    kind: z.literal('video'),
    ...shown,
    title: z.string(),
    caption: z.string(),
    lecture: z.object({
      _id: z.string(),
      title: z.string(),
      durationMs: z.int().nullable(),
      courseId: z.string(),
      thumbnail: MediaLink,
    }),
  }),
  z.object({ kind: z.literal('link'), ...shown, label: z.string(), href: z.string(), caption: z.string() }),
  z.object({ kind: z.literal('courses'), ...shown, title: z.string(), courses: z.array(Course) }),
  z.object({ kind: z.literal('plans'), ...shown, title: z.string() }),
]);
export type PresentedBlock = z.output<typeof PresentedBlock>;

/** `home`, or the id of a course. */
export const HOME = 'home';
const ofPage = { params: z.object({ page: Id }), notFound: 'course_not_found' } as const;

const blocks = z
  .array(Block)
  .max(BLOCKS_MAX, messages.pageBlocks.tooMany)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, messages.pageBlocks.sameId);

const EditedBlocks = z.object({
  blocks: z.array(Block),
  /** Raised by each change; a change names the one that it began with. */
  version: z.int(),
  /** What blocks may refer to. */
  courses: z.array(z.object({ _id: z.string(), title: z.string() })),
  lectures: z.array(z.object({ _id: z.string(), title: z.string(), courseTitle: z.string() })),
});
export type EditedBlocks = z.output<typeof EditedBlocks>;

export const pageBlocks = {
  read: get('/blocks/:page', {
    access: 'public',
    summary: 'Get the blocks that the owner added to the home page or to the page of a course',
    ...ofPage,
    query: z.object(inLanguage),
    response: success({ blocks: z.array(PresentedBlock) }),
  }),
  open: get('/admin/blocks/:page', {
    access: { course: 'edit' },
    summary: 'Get the blocks of a page to edit them, with the courses and lectures that they may show',
    ...ofPage,
    response: success(EditedBlocks.shape),
  }),
  save: put('/admin/blocks/:page', {
    access: { course: 'edit' },
    audit: 'page_changed',
    summary: 'Replace the blocks of a page; visitors see them at once',
    ...ofPage,
    body: z.object({ blocks, version: z.int() }),
    incomplete,
    errors: ['blocks_changed'],
    response: saying(messages.pageBlocks.saved, EditedBlocks.shape),
  }),
  preview: post('/admin/blocks/:page/preview', {
    access: { course: 'edit' },
    summary: 'Get blocks as visitors would see them, and store nothing',
    ...ofPage,
    body: z.object({ blocks }),
    incomplete,
    response: saying(messages.pageBlocks.success, { blocks: z.array(PresentedBlock) }),
  }),
  addPicture: post('/admin/blocks/:page/pictures', {
    access: { course: 'edit' },
    summary: 'Upload a picture for the blocks of a page',
    ...ofPage,
    form: { fields: z.object({}), files: { file: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.pageBlocks.pictureMissing,
    rateLimit: { perUser: 60 },
    status: 201,
    response: saying('Picture added', { picture: z.string() }),
  }),
};
