import { z } from 'zod';
import type { Engine } from './engine.ts';
import { runTool } from './run-tool.ts';

const PROBE_TIMEOUT_MS = 30_000;

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

/** The command with its limits. */
export const withWrapper = ({ wrapper }: Engine, program: string, args: readonly string[]) => {
  const [first = program, ...rest] = [...wrapper, program, ...args];
  return { program: first, args: rest };
};

export interface VideoTrack {
  streamIndex: number;
  codec: string;
  pixelFormat: string;
  /** After rotation. */
  width: number;
  height: number;
  framesPerSecond: number;
  level: number;
  isInterlaced: boolean;
}

export interface AudioTrack {
  streamIndex: number;
  codec: string;
  profile: string;
  channels: number;
  samplesPerSecond: number;
}

/** The content of a file. */
export interface SourceFacts {
  /** Names of the container, such as `mov,mp4,m4a`. */
  containers: string[];
  durationMs: number;
  bitsPerSecond: number;
  video: VideoTrack | undefined;
  audio: AudioTrack | undefined;
}

const number = z.coerce.number().catch(0);
const Stream = z.object({
  index: z.int(),
  codec_type: z.string().catch(''),
  codec_name: z.string().catch('unknown'),
  profile: z.coerce.string().catch(''),
  pix_fmt: z.string().catch(''),
  width: number,
  height: number,
  level: number,
  field_order: z.string().catch('unknown'),
  avg_frame_rate: z.string().catch('0/1'),
  r_frame_rate: z.string().catch('0/1'),
  channels: number,
  sample_rate: number,
  duration: number,
  disposition: z.object({ attached_pic: z.int().catch(0) }).catch({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: number })).catch([]),
});
const Probed = z.object({
  streams: z.array(Stream).catch([]),
  format: z.object({ format_name: z.string(), duration: number, bit_rate: number, size: number }),
});

const toRate = (fraction: string): number => {
  const [over = 0, under = 0] = fraction.split('/').map(Number);
  return under > 0 && over > 0 ? over / under : 0;
};

const videoTrackOf = (stream: z.output<typeof Stream>): VideoTrack => {
  const isTurned = stream.side_data_list.some(({ rotation }) => Math.abs(rotation) % 180 === 90);
  const rate = toRate(stream.avg_frame_rate) || toRate(stream.r_frame_rate) || 25;
  return {
    streamIndex: stream.index,
    codec: stream.codec_name,
    pixelFormat: stream.pix_fmt,
    width: isTurned ? stream.height : stream.width,
    height: isTurned ? stream.width : stream.height,
    framesPerSecond: Math.min(rate, 240),
    level: stream.level,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order),
  };
};

/** Reads the tracks of a file with ffprobe, decoding only its start. Throws ToolError for unreadable files. */
export const probe = async (engine: Engine, url: string, signal?: AbortSignal): Promise<SourceFacts> => {
  const args = ['-v', 'error', '-max_alloc', '536870912', '-show_format', '-show_streams', '-of', 'json'];
  const text = await runTool({
    ...withWrapper(engine, engine.ffprobe, [...args, ...guardedInput(url)]),
    timeoutMs: PROBE_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  });
  const { streams, format } = Probed.parse(JSON.parse(text));
  const video = streams.find(({ codec_type: type, disposition }) => type === 'video' && disposition.attached_pic === 0);
  const audio = streams.find(({ codec_type: type }) => type === 'audio');
  const seconds = format.duration || video?.duration || 0;
  return {
    containers: format.format_name.split(','),
    durationMs: Math.round(seconds * 1000),
    bitsPerSecond: format.bit_rate || (seconds > 0 ? (format.size * 8) / seconds : 0),
    video: video && videoTrackOf(video),
    audio: audio && {
      streamIndex: audio.index,
      codec: audio.codec_name,
      profile: audio.profile,
      channels: audio.channels,
      samplesPerSecond: audio.sample_rate,
    },
  };
};
