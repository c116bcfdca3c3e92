import { msg, plural } from '@lingui/core/macro';
import {
  CircleHelp,
  Image,
  LibraryBig,
  Link2,
  type LucideIcon,
  CirclePlay,
  Quote,
  Tag,
  TextAlignStart,
} from 'lucide-react';
import type { Block } from '#contract/catalog/page-blocks.ts';
import type { Descriptor, Language } from '#contract/languages/language.ts';
import { randomId } from '#web/ui/text/random-id.ts';

type Kind = Block['kind'];
type Common = Pick<Block, 'id' | 'isHidden'>;

/** In the order in which they are offered, each with the block that it begins with. */
export const blockKinds: Record<
  Kind,
  { name: Descriptor; icon: LucideIcon; create: (common: Common, language: Language) => Block }
> = {
  text: {
    name: msg`Text`,
    icon: TextAlignStart,
    create: (common) => ({ kind: 'text', ...common, title: '', body: '' }),
  },
  picture: {
    name: msg`Picture`,
    icon: Image,
    create: (common) => ({ kind: 'picture', ...common, picture: '', alt: '', caption: '' }),
  },
  quote: {
    name: msg`Quote`,
    icon: Quote,
    create: (common) => ({ kind: 'quote', ...common, quote: '', who: '', about: '' }),
  },
  questions: {
    name: msg`Questions`,
    icon: CircleHelp,
    create: (common, { _ }) => ({
      kind: 'questions',
      ...common,
      title: _(msg`Questions`),
      questions: [{ question: '', answer: '' }],
    }),
  },
  video: {
    name: msg`Video`,
    icon: CirclePlay,
    create: (common) => ({ kind: 'video', ...common, title: '', lectureId: '', caption: '' }),
  },
  link: {
    name: msg`Link`,
    icon: Link2,
    create: (common) => ({ kind: 'link', ...common, label: '', href: '', caption: '' }),
  },
  courses: {
    name: msg`Courses`,
    icon: LibraryBig,
    create: (common, { _ }) => ({ kind: 'courses', ...common, title: _(msg`New courses`), courseIds: [] }),
  },
  plans: {
    name: msg`Plans`,
    icon: Tag,
    create: (common, { _ }) => ({ kind: 'plans', ...common, title: _(msg`Plans`) }),
  },
};

const ID_CHARACTERS = 12;
export const newBlockId = (): string => randomId().slice(0, ID_CHARACTERS);

/** Its words in the list of blocks. */
export const summaryOf = (block: Block, { _ }: Language): string => {
  switch (block.kind) {
    case 'text':
      return block.title || block.body;
    case 'picture':
      return block.caption || block.alt;
    case 'quote':
      return block.who === '' ? block.quote : `${block.who}: ${block.quote}`;
    case 'questions':
      return _(msg({ message: plural(block.questions.length, { one: '# question', other: '# questions' }) }));
    case 'video':
      return block.title || block.caption;
    case 'link':
      return block.label;
    case 'courses':
      return block.courseIds.length === 0
        ? _(msg`The newest`)
        : _(msg({ message: plural(block.courseIds.length, { one: '# course', other: '# courses' }) }));
    default:
      return _(msg`All plans on sale`);
  }
};

/** The blocks with one at another place. */
export const movedTo = (blocks: readonly Block[], id: string, index: number): Block[] => {
  const block = blocks.find((one) => one.id === id);
  if (!block || index < 0 || index >= blocks.length) return [...blocks];
  return blocks.filter((one) => one.id !== id).toSpliced(index, 0, block);
};
