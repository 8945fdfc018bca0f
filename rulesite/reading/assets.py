"""Static files under names made of their contents, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Assets(CompressedManifestStaticFilesStorage):
    """As WhiteNoise's, and scripts import each other by those names too."""

    support_js_module_import_aggregation = True
