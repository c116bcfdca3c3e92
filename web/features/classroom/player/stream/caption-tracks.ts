/** Caption tracks, in the order of the menu. */
export const captionTracks = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');

/** Shows one track and hides the others; without a language, hides all. */
export const showOnly = (video: HTMLVideoElement, shown: TextTrack | undefined): void => {
  for (const track of captionTracks(video)) track.mode = track === shown ? 'showing' : 'disabled';
};
