import { mediaKindOf, nameIn } from '#contract/classroom/lecture-media.ts';
import { Enlarge } from '#web/ui/enlarge.tsx';

/** The picture or sound of what is chosen or moved; the text beside it says the same. */
export const OptionMedia = ({ address, text }: { address: string; text: string }) =>
  mediaKindOf(nameIn(address)) === 'sound' ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text of the option is beside it
    <audio src={address} controls preload="none" aria-label={text} className="quiz-media" />
  ) : (
    <span className="picture mb-2">
      <img src={address} alt="" className="quiz-media" />
      <Enlarge address={address} text={text} />
    </span>
  );
