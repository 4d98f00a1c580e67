# syntax=docker/dockerfile:1

# The web app, built into src/llmbattler/server/static.
FROM node:22-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY web ./
RUN npm run build

# The Python environment with the locked packages and the wheel, at its final path.
FROM python:3.13-slim-bookworm AS python
WORKDIR /build
ENV UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1
COPY requirements ./requirements
RUN pip install --no-cache-dir --require-hashes --requirement requirements/installer.lock
RUN uv venv /opt/llmbattler \
 && uv pip sync --no-cache --require-hashes --python /opt/llmbattler/bin/python \
      requirements/runtime.lock requirements/build.lock requirements/weights.lock
COPY pyproject.toml README.md LICENSE CHANGELOG.m[d] ./
COPY src ./src
COPY --from=web /build/src/llmbattler/server/static ./src/llmbattler/server/static
RUN uv build --wheel --no-build-isolation --python /opt/llmbattler/bin/python --out-dir /build/dist \
 && test -f src/llmbattler/server/static/index.html \
 && uv pip install --no-cache --no-deps --python /opt/llmbattler/bin/python /build/dist/*.whl

FROM python:3.13-slim-bookworm
# libgomp1: OpenMP for llama.cpp (xllamacpp). bubblewrap: the sandbox for code written by models.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap libgomp1 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin llmbattler \
 && install -d -o llmbattler -g llmbattler -m 0750 /data
COPY --from=python /opt/llmbattler /opt/llmbattler
ENV PATH=/opt/llmbattler/bin:$PATH \
    HOME=/data \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=8765 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8765
STOPSIGNAL SIGTERM
# Uses the first name in ALLOWED_HOSTS, because the site refuses other host names.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; e = os.environ.get; h = e('ALLOWED_HOSTS', '').split(',')[0].strip().strip('*') or 'localhost'; u.urlopen(u.Request('http://127.0.0.1:' + e('PORT', '8765') + '/healthz', headers={'Host': h}), timeout=4)"]
ENTRYPOINT ["llmbattler"]
CMD ["serve"]
