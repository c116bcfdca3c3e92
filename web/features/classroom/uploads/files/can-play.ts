const GIVE_UP_MS = 5000;

/** Whether this browser can decode the video track of a file. */
export const canPlay = (file: File): Promise<boolean> => {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), GIVE_UP_MS);
  video.preload = 'metadata';
  video.muted = true;
  video.addEventListener('loadedmetadata', () => resolve(video.videoWidth > 0));
  video.addEventListener('error', () => resolve(false));
  video.src = url;
  return promise.finally(() => {
    clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
};
