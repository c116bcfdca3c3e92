import { z } from 'zod';
import type { Engine } from './engine.ts';
import { runTool } from './run-tool.ts';

const PROBE_TIMEOUT_MS = 10 * 60_000;
/** At the priority of the server: at a low one, a busy machine would need hours for a file that is hostile. */
const PROBE_CPU_MS = 30_000;

/** Video containers. Playlists are excluded, because they would read other files. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,flv,asf,ogg,mpeg,mpegvideo,m4v';

const HTTP = '-rw_timeout 60000000 -reconnect 1 -reconnect_delay_max 10 -protocol_whitelist';
/** The only protocol allowed, also for references in the file. */
const protocolOptions: Record<string, string> = {
  'file:': '-protocol_whitelist file',
  'http:': `${HTTP} http,tcp`,
  'https:': `${HTTP} https,tls,tcp`,
};

/** Options before `-i` that restrict ffmpeg to this file, within limits. */
export const guardedInput = (url: string): string[] => [
  ...`${protocolOptions[new URL(url).protocol]} -format_whitelist ${CONTAINERS} -max_streams 64 -i`.split(' '),
  url,
];

/** The command with the limits of its memory. */
export const withWrapper = ({ wrapper }: Engine, program: string, args: readonly string[]) => {
  const [first = program, ...rest] = [...wrapper, program, ...args];
  return { program: first, args: rest };
};

/** How the light of a picture is written: tone-mapped, converted or tagged before browsers show it alike. */
export type Colour = 'hdr' | 'rgb' | 'untagged' | 'tagged';

export interface PictureTrack {
  streamIndex: number;
  codec: string;
  pixelFormat: string;
  /** As it is shown: after rotation, with square pixels. */
  width: number;
  height: number;
  framesPerSecond: number;
  level: number;
  isInterlaced: boolean;
  /** Whether players turn or mirror it. */
  isUpright: boolean;
  isMirrored: boolean;
  hasSquarePixels: boolean;
  colour: Colour;
  /** The names that ffmpeg has for its matrix, its primaries and its curve. */
  colours: { matrix: string; primaries: string; curve: string };
}

export interface SoundTrack {
  streamIndex: number;
  codec: string;
  profile: string;
  channels: number;
  samplesPerSecond: number;
}

/** What the headers of a file say. */
export interface FileHeader {
  /** Names of the container, such as `mov,mp4,m4a`. */
  containers: string[];
  /** 0 when it says none. */
  durationMs: number;
  picture: PictureTrack | undefined;
  sound: SoundTrack | undefined;
  /** Whether these are the first tracks of their kinds. */
  isFirstOfKind: boolean;
}

const number = z.coerce.number().catch(0);
const text = z.string().catch('unknown');
const noDisposition = { attached_pic: 0, timed_thumbnails: 0, default: 0 };
const Stream = z.object({
  index: z.int(),
  codec_type: z.string().catch(''),
  codec_name: text,
  profile: z.string().catch(''),
  pix_fmt: z.string().catch(''),
  width: number,
  height: number,
  sample_aspect_ratio: z.string().catch('1:1'),
  level: number,
  field_order: text,
  color_space: text,
  color_primaries: text,
  color_transfer: text,
  avg_frame_rate: z.string().catch('0/1'),
  r_frame_rate: z.string().catch('0/1'),
  channels: number,
  sample_rate: number,
  disposition: z.object({ attached_pic: number, timed_thumbnails: number, default: number }).catch(noDisposition),
  side_data_list: z.array(z.object({ rotation: number, displaymatrix: z.string().catch('') })).catch([]),
});
type Stream = z.output<typeof Stream>;
const Probed = z.object({
  streams: z.array(Stream).catch([]),
  format: z.object({ format_name: z.string(), duration: number }),
});

const toRate = (fraction: string): number => {
  const [over = 0, under = 0] = fraction.split('/').map(Number);
  return under > 0 && over > 0 ? over / under : 0;
};

/** Wider or narrower pixels than any camera has are an error of the file. */
const MAX_PIXEL_SHAPE = 4;

/** The width of a pixel by its height. */
const pixelShape = ({ sample_aspect_ratio: ratio }: Stream): number => {
  const shape = toRate(ratio.replace(':', '/'));
  const isReal = shape >= 1 / MAX_PIXEL_SHAPE && shape <= MAX_PIXEL_SHAPE;
  return isReal && Math.abs(shape - 1) > 0.01 ? shape : 1;
};

const colourOf = ({ color_transfer: curve, color_space: matrix, pix_fmt: format }: Stream): Colour => {
  if (['arib-std-b67', 'smpte2084'].includes(curve)) return 'hdr';
  if (/^(?:0?rgb|0?bgr|gbr|argb|abgr|pal8)/.test(format)) return 'rgb';
  return matrix === 'unknown' ? 'untagged' : 'tagged';
};

/** The four numbers of a display matrix that turn and mirror, as signs. */
const turnOf = (stream: Stream): number[] => {
  const lines = stream.side_data_list.find(({ displaymatrix }) => displaymatrix !== '')?.displaymatrix;
  const [a = 1, b = 0, , c = 0, d = 1] = [...(lines ?? '').matchAll(/(?<=[:\s])\s*-?\d+(?=\s)/g)].map(Number);
  return [a, b, c, d].map(Math.sign);
};

const pictureOf = (stream: Stream): PictureTrack => {
  const isTurned = stream.side_data_list.some(({ rotation }) => Math.abs(rotation) % 180 === 90);
  const shape = pixelShape(stream);
  const [width, height] = [Math.round(stream.width * shape), stream.height];
  const [a = 1, b = 0, c = 0, d = 1] = turnOf(stream);
  const rate = toRate(stream.avg_frame_rate) || toRate(stream.r_frame_rate) || 25;
  return {
    streamIndex: stream.index,
    codec: stream.codec_name,
    pixelFormat: stream.pix_fmt,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    framesPerSecond: Math.min(rate, 240),
    level: stream.level,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order),
    isUpright: a === 1 && b === 0 && c === 0 && d === 1,
    isMirrored: a * d - b * c < 0,
    hasSquarePixels: shape === 1,
    colour: colourOf(stream),
    colours: { matrix: stream.color_space, primaries: stream.color_primaries, curve: stream.color_transfer },
  };
};

const STILLS = new Set(['mjpeg', 'png', 'gif', 'bmp', 'webp', 'jpeg2000']);

/** A player's choice: the first track that is marked as default, else the first. */
const choose = (streams: readonly Stream[]): Stream | undefined =>
  streams.find(({ disposition }) => disposition.default === 1) ?? streams[0];

/** A cover or a preview is a track too, and so is what no decoder knows. */
const choosePicture = (streams: readonly Stream[]): { first: Stream | undefined; chosen: Stream | undefined } => {
  const pictures = streams.filter(({ codec_type: type, disposition }) => type === 'video' && !disposition.attached_pic);
  const known = pictures.filter(
    ({ codec_name: name, disposition, width, height }) =>
      name !== 'unknown' && !disposition.timed_thumbnails && width >= 2 && height >= 2,
  );
  const moving = known.filter(({ codec_name: name }) => !STILLS.has(name));
  return { first: pictures[0], chosen: choose(moving.length > 0 ? moving : known) };
};

const chooseSound = (streams: readonly Stream[]): { first: Stream | undefined; chosen: Stream | undefined } => {
  const sounds = streams.filter(({ codec_type: type }) => type === 'audio');
  const known = sounds.filter(({ codec_name: name, channels }) => name !== 'unknown' && channels > 0);
  return { first: sounds[0], chosen: choose(known) };
};

/** Reads the header of a file with ffprobe, decoding only its start. Throws ToolError for unreadable files. */
export const probe = async (engine: Engine, url: string, signal?: AbortSignal): Promise<FileHeader> => {
  const args = ['-v', 'error', '-max_alloc', '536870912', '-show_format', '-show_streams', '-of', 'json'];
  const output = await runTool({
    ...withWrapper(engine, engine.ffprobe, [...args, ...guardedInput(url)]),
    cpuMs: PROBE_CPU_MS,
    isBrief: true,
    timeoutMs: PROBE_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
  const { streams, format } = Probed.parse(JSON.parse(output));
  const [picture, sound] = [choosePicture(streams), chooseSound(streams)];
  return {
    containers: format.format_name.split(','),
    durationMs: Math.round(format.duration * 1000),
    picture: picture.chosen && pictureOf(picture.chosen),
    sound: sound.chosen && {
      streamIndex: sound.chosen.index,
      codec: sound.chosen.codec_name,
      profile: sound.chosen.profile,
      channels: sound.chosen.channels,
      samplesPerSecond: sound.chosen.sample_rate,
    },
    isFirstOfKind: picture.first === picture.chosen && sound.first === sound.chosen,
  };
};
