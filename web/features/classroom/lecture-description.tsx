import { linesOf, ReadMore } from '#web/ui/page/read-more.tsx';

/** More than this is folded to three lines. On a phone it is about twice as many. */
const UNFOLDED_MAX_LINES = 3;

/** Below the title, where the list has the place under the player. */
export const LectureDescription = ({ children: text }: { children: string }) => {
  if (text === '') return null;
  const paragraph = <p className="measure whitespace-pre-line wrap-anywhere">{text}</p>;
  return (
    <div className="classroom-description mt-2 text-sm text-muted">
      {linesOf(text) > UNFOLDED_MAX_LINES ? <ReadMore>{paragraph}</ReadMore> : paragraph}
    </div>
  );
};
