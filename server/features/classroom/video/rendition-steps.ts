import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRendition, type EncodeInput, makeAudio, makeRenditions } from '#server/video/encode.ts';
import { LARGEST_HEIGHT, planLadder, planSegments } from '#server/video/plan.ts';
import { longestSegmentSeconds, masterPlaylist, measureVariant, VariantFacts } from '#server/video/playlist.ts';
import type { Recording, Sound } from '#server/video/recording.ts';
import type { MediaFile } from './media-files.queries.ts';
import { MP4, newKey, type ProcessingTask, type Step } from './workspace.ts';

/** Players load a whole segment before they can seek into it. */
const MAX_SEGMENT_SECONDS = 10;
/** Sizes up to this one cost little beside decoding the original, so that they are made together. */
const SMALL_HEIGHT = 480;
const HLS = 'application/vnd.apple.mpegurl';

/** The renditions that a video lacks, and their list. */
export const renditionSteps = (task: ProcessingTask, recording: Recording, served: readonly MediaFile[]): Step[] => {
  const { workspace, work } = task;
  const known = new Map(served.map(({ name, facts }) => [name, facts]));
  if (known.has('master.m3u8')) return [];
  const variants = new Map<string, VariantFacts>();

  const keepVariant = async (name: string): Promise<void> => {
    const [playlist, media] = [join(workspace.output, `${name}.m3u8`), join(workspace.output, `${name}.mp4`)];
    const facts = await measureVariant(playlist, media);
    const [playlistKey, mediaKey] = [
      newKey('renditions', work.id, `${name}.m3u8`),
      newKey('renditions', work.id, `${name}.mp4`),
    ];
    await workspace.keep(
      [
        { key: mediaKey, from: media },
        { key: playlistKey, from: await readFile(playlist) },
      ],
      {
        put: [
          { name: `${name}.mp4`, key: mediaKey, contentType: name === 'audio' ? 'audio/mp4' : MP4 },
          { name: `${name}.m3u8`, key: playlistKey, contentType: HLS, facts: JSON.stringify(facts) },
        ],
      },
    );
    variants.set(name, facts);
  };

  /** Whether a rendition is missing; records the facts of an existing one. */
  const isLacking = (name: string): boolean => {
    const facts = known.get(`${name}.m3u8`);
    if (facts === undefined || facts === null) return true;
    variants.set(name, VariantFacts.parse(JSON.parse(facts)));
    return false;
  };

  const audioSteps = (sound: Sound): Step[] => {
    const run = async (input: EncodeInput): Promise<void> => {
      await makeAudio(input, sound, workspace.output);
      await keepVariant('audio');
    };
    return isLacking('audio') ? [{ weight: 2, run }] : [];
  };
  /** The largest is copied from the original where possible, which saves most of the work. */
  const makeSizes = async (input: EncodeInput, heights: readonly number[]): Promise<void> => {
    const { video, audio } = planSegments(recording);
    if (heights[0] === LARGEST_HEIGHT && video === 'copy') {
      await copyRendition(input, LARGEST_HEIGHT, audio, workspace.output);
      const playlist = await readFile(join(workspace.output, `${LARGEST_HEIGHT}.m3u8`), 'utf8');
      if (longestSegmentSeconds(playlist) <= MAX_SEGMENT_SECONDS) return;
    }
    await makeRenditions(input, heights, workspace.output);
  };
  const sizeSteps = (heights: readonly number[]): Step[] => {
    const lacking = heights.filter((height) => isLacking(String(height)));
    const weight = lacking.reduce((sum, height) => sum + Math.max(1, (height / 240) ** 2), 0);
    const run = async (input: EncodeInput): Promise<void> => {
      await makeSizes(input, lacking);
      for (const height of lacking) await keepVariant(String(height));
    };
    return lacking.length > 0 ? [{ weight, run }] : [];
  };
  const sizes = planLadder(recording.picture);
  const small = sizes.filter((height) => height <= SMALL_HEIGHT);
  const large = sizes.filter((height) => height > SMALL_HEIGHT);
  const master: Step = {
    weight: 0,
    run: async () => {
      const list = [...variants].map(([name, facts]) => ({ ...facts, playlist: `${name}.m3u8` }));
      const key = newKey('renditions', work.id, 'master.m3u8');
      const from = Buffer.from(masterPlaylist(list));
      await workspace.keep([{ key, from }], { put: [{ name: 'master.m3u8', key, contentType: HLS }] });
    },
  };
  const ofSizes = [small, ...large.map((height) => [height])].flatMap(sizeSteps);
  return [...(recording.sound ? audioSteps(recording.sound) : []), ...ofSizes, master];
};
