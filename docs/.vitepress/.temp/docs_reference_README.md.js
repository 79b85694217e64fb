import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Reference","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/README.md","filePath":"docs/reference/README.md"}');
const _sfc_main = { name: "docs/reference/README.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="reference" tabindex="-1">Reference <a class="header-anchor" href="#reference" aria-label="Permalink to &quot;Reference&quot;">​</a></h1><h2 id="modules" tabindex="-1">Modules <a class="header-anchor" href="#modules" aria-label="Permalink to &quot;Modules&quot;">​</a></h2><ul><li><a href="./tracewright/ai-sdk.html">tracewright/ai-sdk</a></li><li><a href="./tracewright/audit.html">tracewright/audit</a></li><li><a href="./tracewright/fixtures.html">tracewright/fixtures</a></li><li><a href="./tracewright/generate.html">tracewright/generate</a></li><li><a href="./tracewright.html">tracewright</a></li><li><a href="./tracewright/langchain.html">tracewright/langchain</a></li><li><a href="./tracewright/matchers.html">tracewright/matchers</a></li><li><a href="./tracewright/mcp.html">tracewright/mcp</a></li><li><a href="./tracewright/metrics.html">tracewright/metrics</a></li><li><a href="./tracewright/openai.html">tracewright/openai</a></li><li><a href="./tracewright/openai-agents.html">tracewright/openai-agents</a></li><li><a href="./tracewright/plugin.html">tracewright/plugin</a></li><li><a href="./tracewright/schemas.html">tracewright/schemas</a></li><li><a href="./tracewright/synthetic.html">tracewright/synthetic</a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
