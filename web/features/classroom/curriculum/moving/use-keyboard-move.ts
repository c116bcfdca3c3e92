import { type KeyboardEvent, useState } from 'react';
import {
  type CourseOutline,
  type OutlineItem,
  positionOf,
  stepped,
} from '#web/features/classroom/curriculum/outline.ts';
import type { Curriculum } from '#web/features/classroom/curriculum/use-curriculum.ts';

export interface NamedItem extends OutlineItem {
  title: string;
}

const HELP = 'Move it with the arrow keys. Space drops it, Escape puts it back.';

/** Space picks an item up, arrows move it, Space drops it, Escape puts it back; each is announced to screen readers. */
export const useKeyboardMove = ({ outline, preview, arrange }: Curriculum) => {
  const [picked, setPicked] = useState<{ item: NamedItem; before: CourseOutline }>();
  const [announcement, setAnnouncement] = useState('');

  const drop = (item: NamedItem): void => {
    setPicked(undefined);
    arrange(outline);
    setAnnouncement(`${item.title} dropped: ${positionOf(outline, item)}`);
  };

  const putBack = (item: NamedItem, before: CourseOutline): void => {
    setPicked(undefined);
    preview(undefined);
    setAnnouncement(`${item.title} put back: ${positionOf(before, item)}`);
  };

  const move = (item: NamedItem, step: 1 | -1): void => {
    const next = stepped(outline, item, step);
    preview(next);
    setAnnouncement(`${item.title} is now ${positionOf(next, item)}`);
  };

  const pick = (item: NamedItem): void => {
    setPicked({ item, before: outline });
    preview(outline);
    setAnnouncement(`${item.title} picked up: ${positionOf(outline, item)}. ${HELP}`);
  };

  const keysOf = (item: NamedItem): Record<string, () => void> =>
    picked?.item.id === item.id
      ? {
          ' ': () => drop(item),
          Enter: () => drop(item),
          ArrowUp: () => move(item, -1),
          ArrowDown: () => move(item, 1),
          Escape: () => putBack(item, picked.before),
        }
      : { ' ': () => pick(item), Enter: () => pick(item) };

  return {
    announcement,
    announce: setAnnouncement,
    pickedId: picked?.item.id,
    handlersOf: (item: NamedItem) => ({
      onKeyDown: (event: KeyboardEvent) => {
        const act = keysOf(item)[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
      // What has left the focus stays where it is seen.
      onBlur: () => picked?.item.id === item.id && drop(item),
    }),
  };
};
