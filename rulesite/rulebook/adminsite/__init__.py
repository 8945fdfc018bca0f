"""The admin site itself: loaded before the models, and so outside `admin`."""
