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
import { countOf } from '#contract/format.ts';
import { randomId } from '#web/ui/text/random-id.ts';

type Kind = Block['kind'];
type Common = Pick<Block, 'id' | 'isHidden'>;

/** In the order in which they are offered, each with the block that it begins with. */
export const blockKinds: Record<Kind, { name: string; icon: LucideIcon; create: (common: Common) => Block }> = {
  text: { name: 'Text', icon: TextAlignStart, create: (common) => ({ kind: 'text', ...common, title: '', body: '' }) },
  picture: {
    name: 'Picture',
    icon: Image,
    create: (common) => ({ kind: 'picture', ...common, picture: '', alt: '', caption: '' }),
  },
  quote: {
    name: 'Quote',
    icon: Quote,
    create: (common) => ({ kind: 'quote', ...common, quote: '', who: '', about: '' }),
  },
  questions: {
    name: 'Questions',
    icon: CircleHelp,
    create: (common) => ({
      kind: 'questions',
      ...common,
      title: 'Questions',
      questions: [{ question: '', answer: '' }],
    }),
  },
  video: {
    name: 'Video',
    icon: CirclePlay,
    create: (common) => ({ kind: 'video', ...common, title: '', lectureId: '', caption: '' }),
  },
  link: {
    name: 'Link',
    icon: Link2,
    create: (common) => ({ kind: 'link', ...common, label: '', href: '', caption: '' }),
  },
  courses: {
    name: 'Courses',
    icon: LibraryBig,
    create: (common) => ({ kind: 'courses', ...common, title: 'New courses', courseIds: [] }),
  },
  plans: { name: 'Plans', icon: Tag, create: (common) => ({ kind: 'plans', ...common, title: 'Plans' }) },
};

const ID_CHARACTERS = 12;
export const newBlockId = (): string => randomId().slice(0, ID_CHARACTERS);

/** Its words in the list of blocks. */
export const summaryOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.title || block.body;
    case 'picture':
      return block.caption || block.alt;
    case 'quote':
      return block.who === '' ? block.quote : `${block.who}: ${block.quote}`;
    case 'questions':
      return countOf(block.questions.length, 'question');
    case 'video':
      return block.title || block.caption;
    case 'link':
      return block.label;
    case 'courses':
      return block.courseIds.length === 0 ? 'The newest' : countOf(block.courseIds.length, 'course');
    default:
      return 'All plans on sale';
  }
};

/** The blocks with one at another place. */
export const movedTo = (blocks: readonly Block[], id: string, index: number): Block[] => {
  const block = blocks.find((one) => one.id === id);
  if (!block || index < 0 || index >= blocks.length) return [...blocks];
  return blocks.filter((one) => one.id !== id).toSpliced(index, 0, block);
};
