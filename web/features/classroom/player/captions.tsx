import { useEffect, useState } from 'react';
import {
  type CaptionBackground,
  type CaptionSize,
  captionTracks,
  readPreferences,
  storePreferences,
} from './player-preferences.ts';

/** How captions look, and the choice of it, which is stored. */
export const useCaptionLook = () => {
  const [look, setLook] = useState(readPreferences);
  const change = (chosen: { captionSize: CaptionSize } | { captionBackground: CaptionBackground }) => {
    setLook((newest) => ({ ...newest, ...chosen }));
    storePreferences(chosen);
  };
  return { size: look.captionSize, background: look.captionBackground, change };
};

/** The cues of a track for the current moment. */
const useCues = (video: HTMLVideoElement | null, shownCaption: number): readonly TextTrackCue[] => {
  const [cues, setCues] = useState<readonly TextTrackCue[]>([]);
  useEffect(() => {
    const track = video && captionTracks(video)[shownCaption];
    if (!track) return undefined;
    const read = () => setCues([...(track.activeCues ?? [])]);
    read();
    track.addEventListener('cuechange', read);
    return () => {
      track.removeEventListener('cuechange', read);
      setCues([]);
    };
  }, [video, shownCaption]);
  return cues;
};

const isText = (cue: TextTrackCue): cue is VTTCue => 'getCueAsHTML' in cue;

/** With the markup of the cue, such as italics. */
const Cue = ({ cue }: { cue: TextTrackCue }) => (
  <p dir="auto">
    <span ref={(text) => void (isText(cue) && text?.replaceChildren(cue.getCueAsHTML()))} />
  </p>
);

interface CaptionLinesProps {
  video: HTMLVideoElement | null;
  /** The index of its track; -1 for none. */
  shownCaption: number;
  look: ReturnType<typeof useCaptionLook>;
}

/**
 * The captions, above the controls. Browsers draw them under the controls, at places and sizes of their own; those are
 * hidden, except outside of the page, as in picture-in-picture, where only they are seen.
 */
export const CaptionLines = ({ video, shownCaption, look }: CaptionLinesProps) => {
  const cues = useCues(video, shownCaption);
  return (
    <div className="player-captions" data-size={look.size} data-background={look.background}>
      <div>
        {cues.map((cue, index) => (
          <Cue key={`${cue.startTime} ${index}`} cue={cue} />
        ))}
      </div>
    </div>
  );
};
