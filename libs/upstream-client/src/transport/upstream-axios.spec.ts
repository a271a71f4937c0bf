import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { UpstreamAxios } from './upstream-axios';

describe('UpstreamAxios', () => {
  const seen: InternalAxiosRequestConfig[] = [];
  const adapter = (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    seen.push(config);
    return Promise.resolve({ data: [Buffer.from('{}')], status: 200, statusText: '', headers: {}, config });
  };
  beforeEach(() => seen.splice(0));

  it('hands the adapter the configuration of a request, with the bound of its body', async () => {
    await new UpstreamAxios(adapter, 1_000).send({ method: 'GET', url: '/a' });
    expect(seen).toEqual([{ method: 'GET', url: '/a', maxContentLength: 1_000 }]);
  });

  it('runs interceptors when there are some', async () => {
    const http = new UpstreamAxios(adapter, 1_000);
    http.interceptors.request.use((config) => ({ ...config, url: '/b' }));
    http.interceptors.response.use((response) => ({ ...response, data: [Buffer.from('seen')] }));
    const { data } = await http.send({ method: 'GET', url: '/a' });
    expect(seen[0]).toMatchObject({ url: '/b', maxContentLength: 1_000 });
    expect(String(data)).toBe('seen');
  });
});
