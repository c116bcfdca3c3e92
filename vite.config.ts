import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const serverAddress = `http://127.0.0.1:${process.env['PORT'] ?? '5000'}`;

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Everything is a file of its own: the content policy then needs no data: fonts or scripts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/media', '/files', '/sandbox'].map((path) => [path, serverAddress])),
  },
});
